import { type AnyKind, type Place, toldBy } from "./commands/kind.js";
import { Refusal } from "./inputs.js";
import type { Ask, Exchange, Side } from "./sides.js";
import { everything } from "./state.js";
import { embeds, type Ids } from "./unify.js";

const isRead = (ask: Ask): boolean =>
  "query" in ask ? ask.query.startsWith("query") : ask.method === "GET";

/** The request as a report has it. */
const told = (ids: Ids, ask: Ask): string =>
  "query" in ask
    ? `${/(?:\w+: )?(\w+)[({]/.exec(ask.query.replace(/^[^{]*\{/, ""))?.[1]} ${JSON.stringify(ids.filled(ask.variables ?? {}))}`
    : `${ask.method} ${ids.fill(ask.path)} ${JSON.stringify(ids.filled(ask.body)) ?? ""}`;

const exchange = async (
  { world, org, surface }: Place,
  sides: readonly Side[],
  each: Exchange,
): Promise<void> => {
  for (const { server } of sides) server.clock.time = world.now;
  const replies = await Promise.all(sides.map((side) => side.send(org, surface, each.ask)));
  for (const [index, side] of sides.entries()) {
    const problem = side.problem(each, replies[index]!);
    if (problem !== undefined)
      throw new Error(`${side.name}, ${surface}: ${told(side.ids, each.ask)}\n${problem}`);
  }
  // Ids, keys and times are the same on all sides: so is every byte.
  const texts = new Set(replies.map(({ text }) => text));
  if (texts.size > 1)
    throw new Error(`${told(sides[0]!.ids, each.ask)} differs:\n${[...texts].join("\n")}`);
};

/** Reads all of an organization, which tells every id that is not known yet. */
export const learn = async (at: Place, sides: readonly Side[]): Promise<void> =>
  exchange({ ...at, surface: "token" }, sides, everything(at.world, at.org));

const lacks = (sides: readonly Side[], value: unknown): boolean =>
  sides.some(({ ids }) => ids.lacks(value));

const refusalOf = ({ internal }: AnyKind, input: unknown): Refusal | undefined =>
  typeof internal === "function"
    ? internal(input)
    : internal
      ? new Refusal("FORBIDDEN")
      : undefined;

/** Does a command in the model, and then on every side over its surface, and looks at the answers. */
export const perform = async (
  of: AnyKind,
  at: Place,
  sides: readonly Side[],
  input: unknown,
): Promise<void> => {
  const { surface } = at;
  for (const org of [at.org, at.other])
    if (lacks(sides, input)) await learn({ ...at, org, other: at.org }, sides);
  const speak = (surface === "v1" ? of.v1 : of.graph)!;
  const refusal = surface === "key" ? refusalOf(of, input) : undefined;
  const outcome = refusal ? { refusal } : toldBy(() => of.tell(at, input));
  const exchanges = speak(at, input, outcome);
  for (const each of exchanges) {
    if (isRead(each.ask) && lacks(sides, embeds(each.expected))) await learn(at, sides);
    await exchange(at, sides, each);
  }
};
