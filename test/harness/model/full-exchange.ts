import { listAppointments } from "./appointments.js";
import { resolveClient, sortNewestFirst } from "./clients.js";
import { buildCommentView } from "./comment-views.js";
import { withNullTeams } from "./commands/stats.js";
import {
  APPOINTMENT_SELECTION,
  CLIENT_SELECTION,
  CLIP_SELECTION,
  COMMENT_SELECTION,
  DELIVERY_SELECTION,
  NAMED_KEY_SELECTION,
  RECORDING_SELECTION,
  STATS_SELECTION,
  TEAM_SELECTION,
  TEMPLATE_SELECTION,
  TRACKER_SELECTION,
  USER_SELECTION,
  WEBHOOK_SELECTION,
} from "./selections.js";
import { sortByName, listUsers } from "./people.js";
import type { Exchange } from "./server-side.js";
import { computeStatistics } from "./statistics.js";
import { listThreads } from "./threads.js";
import {
  buildAppointmentView,
  buildClientView,
  buildClipView,
  buildDeliveryView,
  buildNamedKeyView,
  buildRecordingView,
  buildTeamView,
  buildTemplateView,
  buildTrackerView,
  buildUserView,
  buildWebhookView,
} from "./views.js";
import { listWebhooks } from "./webhooks.js";
import type { Organization, World } from "./world.js";

const STATUSES = ["received", "processing", "processed", "failed"] as const;

const EVERYTHING_QUERY = `query {
  organization { id name }
  users(active: null) { ${USER_SELECTION} signInRole }
  teams { ${TEAM_SELECTION} }
  namedKeys { ${NAMED_KEY_SELECTION} }
  templates { ${TEMPLATE_SELECTION} }
  trackers { ${TRACKER_SELECTION} }
  clients(first: 100) { nodes { ${CLIENT_SELECTION} recordings(first: 100) { nodes { id } } } }
  ${STATUSES.map(
    (status) =>
      `${status}: recordings(first: 100, filter: { status: ${status} }) { nodes { ${RECORDING_SELECTION} } }`,
  ).join("\n  ")}
  clips(first: 100) { nodes { ${CLIP_SELECTION} } }
  comments(first: 100) { nodes { ${COMMENT_SELECTION} } }
  appointments(first: 100) { nodes { ${APPOINTMENT_SELECTION} } }
  deliveries(first: 100) { nodes { ${DELIVERY_SELECTION} } }
  webhooks { ${WEBHOOK_SELECTION} lastDelivery { id } }
  byUser: stats(groupBy: user) { ${STATS_SELECTION} }
  byTeam: stats(groupBy: team) { ${STATS_SELECTION} }
}`;

const buildNodes = <T>(things: readonly T[], view: (thing: T) => object) => ({
  nodes: things.map((thing) => view(thing)),
});

/** Reads an organization's complete state in one GraphQL document, which also binds all new IDs. */
export const buildFullExchange = (world: World, org: Organization): Exchange => {
  const newest = org.recordings.toSorted((a, b) => b.position - a.position);
  const body = {
    organization: { id: org.id, name: org.name },
    users: listUsers(org).map((user) => ({
      ...buildUserView(user),
      signInRole: user.signInRole,
    })),
    teams: sortByName(org.teams).map(buildTeamView),
    namedKeys: sortByName(org.namedKeys.filter(({ isEnded }) => !isEnded)).map((key) =>
      buildNamedKeyView(org, key),
    ),
    templates: sortByName(org.templates).map(buildTemplateView),
    trackers: sortByName(org.trackers).map(buildTrackerView),
    clients: buildNodes(sortNewestFirst(org.clients), (client) => ({
      ...buildClientView(client),
      recordings: buildNodes(
        newest.filter((one) => one.status === "processed" && resolveClient(org, one) === client),
        ({ id }) => ({ id }),
      ),
    })),
    ...Object.fromEntries(
      STATUSES.map((status) => [
        status,
        buildNodes(
          newest.filter((one) => one.status === status),
          (one) => buildRecordingView(org, one),
        ),
      ]),
    ),
    clips: buildNodes(sortNewestFirst(org.clips), (clip) => buildClipView(org, clip)),
    comments: buildNodes(sortNewestFirst(listThreads(org, {})), (comment) =>
      buildCommentView(org, comment),
    ),
    appointments: buildNodes(listAppointments(org), (one) => buildAppointmentView(world, org, one)),
    deliveries: buildNodes(sortNewestFirst(org.deliveries), buildDeliveryView),
    webhooks: listWebhooks(org).map((one) => buildWebhookView(org, one)),
    byUser: withNullTeams(computeStatistics(org, { groupBy: "user" })),
    byTeam: withNullTeams(computeStatistics(org, { groupBy: "team" })),
  };
  return { request: { query: EVERYTHING_QUERY }, expected: { body } };
};
