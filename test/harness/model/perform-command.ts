import {
  type AnyCommandKind,
  type CommandContext,
  captureOutcome,
} from "./commands/command-kind.js";
import { Refusal } from "./refusal.js";
import type { ModelRequest, Exchange, ServerSide } from "./server-side.js";
import { buildFullExchange } from "./full-exchange.js";
import { listEmbeddedTexts, type Ids } from "./ids.js";

const isRead = (ask: ModelRequest): boolean =>
  "query" in ask ? ask.query.startsWith("query") : ask.method === "GET";

/** The request as a report has it. */
const formatRequest = (ids: Ids, ask: ModelRequest): string =>
  "query" in ask
    ? `${/(?:\w+: )?(\w+)[({]/.exec(ask.query.replace(/^[^{]*\{/, ""))?.[1]} ${JSON.stringify(ids.fillValue(ask.variables ?? {}))}`
    : `${ask.method} ${ids.fillText(ask.path)} ${JSON.stringify(ids.fillValue(ask.body)) ?? ""}`;

const runExchange = async (
  { world, org, surface }: CommandContext,
  sides: readonly ServerSide[],
  each: Exchange,
): Promise<void> => {
  for (const { server } of sides) server.clock.time = world.now;
  const replies = await Promise.all(sides.map((side) => side.send(org, surface, each.request)));
  for (const [index, side] of sides.entries()) {
    const problem = side.findProblem(each, replies[index]!);
    if (problem !== undefined)
      throw new Error(
        `${side.name}, ${surface}: ${formatRequest(side.ids, each.request)}\n${problem}`,
      );
  }
  // Ids, keys and times are the same on all sides: so is every byte.
  const texts = new Set(replies.map(({ text }) => text));
  if (texts.size > 1)
    throw new Error(
      `${formatRequest(sides[0]!.ids, each.request)} differs:\n${[...texts].join("\n")}`,
    );
};

/** Reads all of an organization, which tells every id that is not known yet. */
export const learnIds = async (at: CommandContext, sides: readonly ServerSide[]): Promise<void> =>
  runExchange({ ...at, surface: "token" }, sides, buildFullExchange(at.world, at.org));

const hasUnknownIds = (sides: readonly ServerSide[], value: unknown): boolean =>
  sides.some(({ ids }) => ids.hasUnknown(value));

const resolveRefusal = ({ internal }: AnyCommandKind, input: unknown): Refusal | undefined =>
  typeof internal === "function"
    ? internal(input)
    : internal
      ? new Refusal("FORBIDDEN")
      : undefined;

/** Does a command in the model, and then on every side over its surface, and looks at the answers. */
export const performCommand = async (
  of: AnyCommandKind,
  at: CommandContext,
  sides: readonly ServerSide[],
  input: unknown,
): Promise<void> => {
  const { surface } = at;
  for (const org of [at.org, at.other])
    if (hasUnknownIds(sides, input)) await learnIds({ ...at, org, other: at.org }, sides);
  const speak = (surface === "v1" ? of.v1 : of.graph)!;
  const refusal = surface === "key" ? resolveRefusal(of, input) : undefined;
  const outcome = refusal ? { refusal } : captureOutcome(() => of.apply(at, input));
  const exchanges = speak(at, input, outcome);
  for (const each of exchanges) {
    if (isRead(each.request) && hasUnknownIds(sides, listEmbeddedTexts(each.expected)))
      await learnIds(at, sides);
    await runExchange(at, sides, each);
  }
};
