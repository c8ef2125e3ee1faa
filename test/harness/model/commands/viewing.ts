import fc from "fast-check";
import type { Exchange } from "../server-side.js";
import { buildNamedKeySymbol } from "../server-side.js";
import { requireValidKey } from "../sign-in.js";
import { narrowToKey } from "../viewers.js";
import { actionItems } from "./action-items.js";
import { list as listAppointments } from "./appointment-lists.js";
import { appointments } from "./appointments.js";
import { clients } from "./clients.js";
import { clips } from "./clips.js";
import { comments } from "./comments.js";
import {
  type AnyCommandKind,
  type BuildExchanges,
  type CommandContext,
  defineCommand,
} from "./command-kind.js";
import { people } from "./people.js";
import { reading } from "./recording-reads.js";
import { index, pickByIndex } from "./value-pool.js";
import type { NamedKey } from "../world.js";

interface ViewInput {
  key: NamedKey;
  input: unknown;
}

/** What a read finds, and in which organization: that which the viewer sees. */
interface Sighting {
  at: CommandContext;
  value: unknown;
}

const readAsViewer =
  (buildExchanges: BuildExchanges<unknown, unknown>): BuildExchanges<ViewInput, Sighting> =>
  (at, { key, input }, outcome) => {
    const exchanges: Exchange[] =
      "value" in outcome
        ? buildExchanges(outcome.value.at, input, { value: outcome.value.value })
        : buildExchanges(at, input, outcome);
    return exchanges.map(({ request, expected }) => ({
      request: { ...request, key: buildNamedKeySymbol(key) },
      expected,
    }));
  };

/** Turns a read into one with a named key. What the key doesn't see is asked for as well. */
const asViewer = (kind: AnyCommandKind, weight: number): AnyCommandKind => {
  const { v1, graph, internal } = kind;
  return defineCommand({
    weight,
    data: fc.record({ viewer: index, data: kind.data }),
    resolve: (at, { viewer, data }): ViewInput | undefined => {
      const key = pickByIndex(at.org.namedKeys, viewer);
      const input = key && kind.resolve(at, data);
      return key && input !== undefined ? { key, input } : undefined;
    },
    apply: (at, { key, input }): Sighting => {
      requireValidKey(at.world, key);
      const refusal =
        at.surface !== "v1" && typeof internal === "function" ? internal(input) : undefined;
      if (refusal) throw refusal;
      // What a named key sees follows from the key, unlike for the API key.
      const surface = at.surface === "v1" ? "v1" : "token";
      const seen: CommandContext = {
        ...at,
        surface,
        org: narrowToKey(at.org, key),
        viewer: key,
      };
      return { at: seen, value: kind.apply(seen, input) };
    },
  })({ ...(v1 && { v1: readAsViewer(v1) }), ...(graph && { graph: readAsViewer(graph) }) });
};

/** Reads with a named key: as a rep, a manager or an admin, or for teams. */
export const viewing = {
  recording: asViewer(reading.recording, 4),
  transcript: asViewer(reading.transcript, 2),
  recordings: asViewer(reading.list, 5),
  stats: asViewer(reading.stats, 5),
  appointment: asViewer(appointments.read, 2),
  appointments: asViewer(listAppointments, 4),
  actionItems: asViewer(actionItems.list, 4),
  client: asViewer(clients.read, 3),
  clients: asViewer(clients.list, 3),
  lookup: asViewer(clients.found, 2),
  clip: asViewer(clips.read, 3),
  clips: asViewer(clips.list, 4),
  comment: asViewer(comments.read, 3),
  comments: asViewer(comments.list, 4),
  commentsOfRecording: asViewer(comments.ofRecording, 3),
  users: asViewer(people.users, 1),
  teams: asViewer(people.teams, 2),
};
