import { appointmentsInOrder } from "./appointments.js";
import { clientOf, newestFirst } from "./clients.js";
import { withTeams } from "./commands/stats.js";
import {
  APPOINTMENT,
  CLIENT,
  DELIVERY,
  RECORDING,
  STATS,
  TEAM,
  TEMPLATE,
  USER,
  WEBHOOK,
} from "./documents.js";
import { byName, usersInOrder } from "./people.js";
import type { Exchange } from "./sides.js";
import { statistics } from "./statistics.js";
import {
  appointmentView,
  clientView,
  deliveryView,
  recordingView,
  teamView,
  templateView,
  userView,
  webhookView,
} from "./views.js";
import { webhooksInOrder } from "./webhooks.js";
import type { Organization, World } from "./world.js";

const STATUSES = ["received", "processing", "processed", "failed"] as const;

const EVERYTHING = `query {
  organization { id name }
  users(active: null) { ${USER} }
  teams { ${TEAM} }
  templates { ${TEMPLATE} }
  clients(first: 100) { nodes { ${CLIENT} recordings(first: 100) { nodes { id } } } }
  ${STATUSES.map(
    (status) =>
      `${status}: recordings(first: 100, filter: { status: ${status} }) { nodes { ${RECORDING} } }`,
  ).join("\n  ")}
  appointments(first: 100) { nodes { ${APPOINTMENT} } }
  deliveries(first: 100) { nodes { ${DELIVERY} } }
  webhooks { ${WEBHOOK} lastDelivery { id } }
  byUser: stats(groupBy: user) { ${STATS} }
  byTeam: stats(groupBy: team) { ${STATS} }
}`;

const nodes = <T>(things: readonly T[], view: (thing: T) => object) => ({
  nodes: things.map((thing) => view(thing)),
});

/** All that an organization is over /graphql, in one document. What has been new is known after it. */
export const everything = (world: World, org: Organization): Exchange => {
  const newest = org.recordings.toSorted((a, b) => b.position - a.position);
  const body = {
    organization: { id: org.id, name: org.name },
    users: usersInOrder(org).map(userView),
    teams: byName(org.teams).map(teamView),
    templates: byName(org.templates).map(templateView),
    clients: nodes(newestFirst(org.clients), (client) => ({
      ...clientView(client),
      recordings: nodes(
        newest.filter((one) => one.status === "processed" && clientOf(org, one) === client),
        ({ id }) => ({ id }),
      ),
    })),
    ...Object.fromEntries(
      STATUSES.map((status) => [
        status,
        nodes(
          newest.filter((one) => one.status === status),
          (one) => recordingView(org, one),
        ),
      ]),
    ),
    appointments: nodes(appointmentsInOrder(org), (one) => appointmentView(world, org, one)),
    deliveries: nodes(newestFirst(org.deliveries), deliveryView),
    webhooks: webhooksInOrder(org).map((one) => webhookView(org, one)),
    byUser: withTeams(statistics(org, { groupBy: "user" })),
    byTeam: withTeams(statistics(org, { groupBy: "team" })),
  };
  return { ask: { query: EVERYTHING }, expected: { body } };
};
