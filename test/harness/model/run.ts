import fc from "fast-check";
import { list } from "./commands/appointment-lists.js";
import { appointments } from "./commands/appointments.js";
import { clients } from "./commands/clients.js";
import { deliveries } from "./commands/deliveries.js";
import type { AnyKind, Place } from "./commands/kind.js";
import { organization } from "./commands/organization.js";
import { people } from "./commands/people.js";
import { reading } from "./commands/reading.js";
import { recordings } from "./commands/recordings.js";
import { webhooks } from "./commands/webhooks.js";
import { learn, perform } from "./perform.js";
import type { Side, Surface } from "./sides.js";
import { newId, START, type Organization, type World } from "./world.js";

const groups = {
  appointments: { ...appointments, list },
  recordings,
  reading,
  clients,
  people,
  webhooks,
  deliveries,
  organization,
};

export const kinds: Record<string, AnyKind> = Object.fromEntries(
  Object.entries(groups).flatMap(([group, members]) =>
    Object.entries(members).map(([name, of]): [string, AnyKind] => [`${group}.${name}`, of]),
  ),
);

const newOrganization = (world: World, name: string): Organization => ({
  id: newId(world),
  name,
  keys: 0,
  users: [],
  teams: [],
  templates: [],
  clients: [],
  appointments: [],
  hasTouched: false,
  recordings: [],
  matches: [],
  apart: [],
  webhooks: [],
  deliveries: [],
});

/** Two organizations of which nothing is known but their names. */
export const newWorld = (descending: boolean): World => {
  const world: World = { now: START, descending, made: 0, organizations: [] };
  world.organizations = ["North", "South"].map((name) => newOrganization(world, name));
  return world;
};

/** How often each command was run. */
export const ran = new Map<string, number>();

interface Made {
  name: string;
  data: unknown;
  who: number;
  surface: Surface;
}

class Command implements fc.AsyncCommand<World, readonly Side[]> {
  readonly #made: Made;
  readonly #kind: AnyKind;

  constructor(made: Made) {
    this.#made = made;
    this.#kind = kinds[made.name]!;
  }

  #place(world: World): Place {
    const { who, surface } = this.#made;
    const { v1, graph } = this.#kind;
    const [org, other] = who === 0 ? world.organizations : world.organizations.toReversed();
    const fallback = graph ? "token" : "v1";
    const isThere = surface === "v1" ? v1 : graph;
    return { world, org: org!, other: other!, surface: isThere ? surface : fallback };
  }

  check(world: Readonly<World>): boolean {
    return this.#kind.resolve(this.#place(world), this.#made.data) !== undefined;
  }

  async run(world: World, sides: readonly Side[]): Promise<void> {
    const { data, name } = this.#made;
    const at = this.#place(world);
    ran.set(name, (ran.get(name) ?? 0) + 1);
    await perform(this.#kind, at, sides, this.#kind.resolve(at, data));
  }

  toString(): string {
    const { name, who, surface, data } = this.#made;
    return `\n  ${["North", "South"][who]} ${name} over ${surface}: ${JSON.stringify(data)}`;
  }
}

const command = (name: string): fc.Arbitrary<Command> =>
  fc
    .record({
      data: kinds[name]!.data,
      who: fc.constantFrom(0, 0, 0, 1),
      surface: fc.oneof(
        { weight: 7, arbitrary: fc.constant<Surface>("v1") },
        { weight: 6, arbitrary: fc.constant<Surface>("token") },
        { weight: 1, arbitrary: fc.constant<Surface>("key") },
      ),
    })
    .map((made) => new Command({ name, ...made }));

type Commands = Iterable<fc.AsyncCommand<World, readonly Side[]>>;

/** At most so many of all kinds, each as often as it weighs. */
export const commands = (most: number): fc.Arbitrary<Commands> => {
  const weighed = Object.entries(kinds).map(([name, { weight }]) => ({
    weight,
    arbitrary: command(name),
  }));
  return fc.commands<World, readonly Side[], false>([fc.oneof(...weighed)], {
    maxCommands: most,
    size: "max",
  });
};

const BEGINNING: [name: string, input: object][] = [
  ["people.user", { email: "rep@example.com", name: "Robin" }],
  ["people.user", { email: "Kim@Example.com", name: "Kim" }],
  [
    "people.template",
    { name: "Visit", questions: [{ question: "Roof?" }, { question: "Price?" }] },
  ],
  [
    "webhooks.create",
    {
      url: "http://127.0.0.1:9/a",
      events: ["recording.processed", "client.created", "recording.integration_updated"],
    },
  ],
];

/** What an organization begins with. */
export const begin = async (at: Place, sides: readonly Side[]): Promise<void> => {
  for (const [name, input] of BEGINNING) await perform(kinds[name]!, at, sides, input);
};

/** Lists and the one document have all of them; these are read by themselves too. */
const some = <T>(things: readonly T[]): T[] => things.slice(-2);

/** All that there is, over both surfaces, page by page. */
export const compareAll = async (at: Place, sides: readonly Side[]): Promise<void> => {
  await learn(at, sides);
  const limit = 2;
  const reads: [name: string, input: unknown][] = [
    ["reading.list", { limit }],
    ["appointments.list", { limit }],
    ["clients.list", limit],
    ["people.users", {}],
    ["people.teams", {}],
    ["webhooks.list", {}],
    ["reading.stats", { groupBy: "user" }],
    ["reading.stats", { groupBy: "team" }],
    ...some(at.org.recordings).flatMap(({ id }): [string, unknown][] => [
      ["reading.recording", id],
      ["reading.transcript", id],
    ]),
    ...some(at.org.appointments).map(({ eventId }): [string, unknown] => [
      "appointments.read",
      eventId,
    ]),
    ...some(at.org.clients).map(({ id }): [string, unknown] => ["clients.read", id]),
  ];
  for (const [name, input] of reads)
    await perform(kinds[name]!, { ...at, surface: "v1" }, sides, input);
};
