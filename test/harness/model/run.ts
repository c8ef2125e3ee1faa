import fc from "fast-check";
import { actionItems } from "./commands/action-items.js";
import { list } from "./commands/appointment-lists.js";
import { appointments } from "./commands/appointments.js";
import { clients } from "./commands/clients.js";
import { clips } from "./commands/clips.js";
import { comments } from "./commands/comments.js";
import { deliveries } from "./commands/deliveries.js";
import type { AnyCommandKind, CommandContext } from "./commands/command-kind.js";
import { organization } from "./commands/organization.js";
import { people } from "./commands/people.js";
import { reading } from "./commands/recording-reads.js";
import { recordings } from "./commands/recordings.js";
import { signIn } from "./commands/sign-in.js";
import { tags } from "./commands/tags.js";
import { trackers } from "./commands/trackers.js";
import { transcripts } from "./commands/transcripts.js";
import { verdicts } from "./commands/verdicts.js";
import { viewing } from "./commands/viewing.js";
import { webhooks } from "./commands/webhooks.js";
import { learnIds, performCommand } from "./perform-command.js";
import type { ServerSide, Surface } from "./server-side.js";
import { newId, WORLD_START_MS, type Organization, type World } from "./world.js";

const groups = {
  actionItems,
  appointments: { ...appointments, list },
  recordings,
  reading,
  clients,
  clips,
  comments,
  trackers,
  transcripts,
  verdicts,
  tags,
  people,
  webhooks,
  deliveries,
  organization,
  signIn,
  viewing,
};

export const commandKinds: Record<string, AnyCommandKind> = Object.fromEntries(
  Object.entries(groups).flatMap(([group, members]) =>
    Object.entries(members).map(([name, of]): [string, AnyCommandKind] => [`${group}.${name}`, of]),
  ),
);

const createOrganization = (world: World, name: string): Organization => ({
  id: newId(world),
  name,
  keyCount: 0,
  users: [],
  teams: [],
  namedKeys: [],
  templates: [],
  trackers: [],
  clients: [],
  appointments: [],
  hasUncertainTimes: false,
  erasedCalls: new Set(),
  recordings: [],
  matches: [],
  unlinkedPairs: [],
  clips: [],
  comments: [],
  webhooks: [],
  deliveries: [],
});

/** Creates a world with two empty organizations. */
export const createWorld = (descending: boolean): World => {
  const world: World = {
    now: WORLD_START_MS,
    hasDescendingIds: descending,
    idCount: 0,
    organizations: [],
  };
  world.organizations = ["North", "South"].map((name) => createOrganization(world, name));
  return world;
};

/** How often each command ran. */
export const runCounts = new Map<string, number>();

interface GeneratedCommand {
  name: string;
  data: unknown;
  caller: number;
  surface: Surface;
}

class Command implements fc.AsyncCommand<World, readonly ServerSide[]> {
  readonly #generated: GeneratedCommand;
  readonly #kind: AnyCommandKind;

  constructor(generated: GeneratedCommand) {
    this.#generated = generated;
    this.#kind = commandKinds[generated.name]!;
  }

  #buildContext(world: World): CommandContext {
    const { caller, surface } = this.#generated;
    const { v1, graph } = this.#kind;
    const [org, other] = caller === 0 ? world.organizations : world.organizations.toReversed();
    const fallback = graph ? "token" : "v1";
    const isSupported = surface === "v1" ? v1 : graph;
    return { world, org: org!, other: other!, surface: isSupported ? surface : fallback };
  }

  check(world: Readonly<World>): boolean {
    return this.#kind.resolve(this.#buildContext(world), this.#generated.data) !== undefined;
  }

  async run(world: World, sides: readonly ServerSide[]): Promise<void> {
    const { data, name } = this.#generated;
    const at = this.#buildContext(world);
    runCounts.set(name, (runCounts.get(name) ?? 0) + 1);
    await performCommand(this.#kind, at, sides, this.#kind.resolve(at, data));
  }

  toString(): string {
    const { name, caller, surface, data } = this.#generated;
    return `\n  ${["North", "South"][caller]} ${name} via ${surface}: ${JSON.stringify(data)}`;
  }
}

const arbitraryCommand = (name: string): fc.Arbitrary<Command> =>
  fc
    .record({
      data: commandKinds[name]!.data,
      caller: fc.constantFrom(0, 0, 0, 1),
      surface: fc.oneof(
        { weight: 7, arbitrary: fc.constant<Surface>("v1") },
        { weight: 6, arbitrary: fc.constant<Surface>("token") },
        { weight: 1, arbitrary: fc.constant<Surface>("key") },
      ),
    })
    .map((generated) => new Command({ name, ...generated }));

type Commands = Iterable<fc.AsyncCommand<World, readonly ServerSide[]>>;

/** Generates up to `maxCommands` commands, by weight. */
export const arbitraryCommands = (maxCommands: number): fc.Arbitrary<Commands> => {
  const weighted = Object.entries(commandKinds).map(([name, { weight }]) => ({
    weight,
    arbitrary: arbitraryCommand(name),
  }));
  return fc.commands<World, readonly ServerSide[], false>([fc.oneof(...weighted)], {
    maxCommands,
    size: "max",
  });
};

/** Lists and the full document contain all items; these are also read one by one. */
const takeLast = <T>(things: readonly T[]): T[] => things.slice(-2);

/** The same read with a named key. */
const viewNames: Record<string, string> = {
  "reading.list": "viewing.recordings",
  "reading.recording": "viewing.recording",
  "reading.transcript": "viewing.transcript",
  "reading.stats": "viewing.stats",
  "appointments.list": "viewing.appointments",
  "appointments.read": "viewing.appointment",
  "actionItems.list": "viewing.actionItems",
  "comments.list": "viewing.comments",
  "clips.list": "viewing.clips",
  "clients.list": "viewing.clients",
  "clients.read": "viewing.client",
  "people.users": "viewing.users",
  "people.teams": "viewing.teams",
};

/** Reads the complete state over both APIs, page by page. */
export const compareAll = async (
  at: CommandContext,
  sides: readonly ServerSide[],
): Promise<void> => {
  await learnIds(at, sides);
  const limit = 2;
  const reads: [name: string, input: unknown][] = [
    ["reading.list", { limit }],
    ["appointments.list", { limit }],
    ["actionItems.list", { limit }],
    ["comments.list", { limit }],
    ["clips.list", { limit }],
    ["clients.list", limit],
    ["people.users", {}],
    ["people.teams", {}],
    ["webhooks.list", {}],
    ["reading.stats", { groupBy: "user" }],
    ["reading.stats", { groupBy: "team" }],
    ...takeLast(at.org.recordings).flatMap(({ id }): [string, unknown][] => [
      ["reading.recording", id],
      ["reading.transcript", id],
    ]),
    ...takeLast(at.org.appointments).map(({ eventId }): [string, unknown] => [
      "appointments.read",
      eventId,
    ]),
    ...takeLast(at.org.clients).map(({ id }): [string, unknown] => ["clients.read", id]),
  ];
  const views = takeLast(at.org.namedKeys).flatMap((key) =>
    reads.flatMap(([name, input]): [string, unknown][] => {
      const viewName = viewNames[name];
      return viewName === undefined ? [] : [[viewName, { key, input }]];
    }),
  );
  for (const [name, input] of [...reads, ...views])
    await performCommand(commandKinds[name]!, { ...at, surface: "v1" }, sides, input);
  for (const { id } of takeLast(at.org.recordings))
    await performCommand(commandKinds["reading.reviewers"]!, at, sides, id);
};
