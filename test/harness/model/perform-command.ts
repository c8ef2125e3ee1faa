import {
  type AnyCommandKind,
  type CommandContext,
  captureOutcome,
} from "./commands/command-kind.js";
import { Refusal } from "./refusal.js";
import type { ModelRequest, Exchange, ServerSide } from "./server-side.js";
import { buildFullExchange } from "./full-exchange.js";
import { listEmbeddedTexts, type Ids } from "./ids.js";

const isRead = (request: ModelRequest): boolean =>
  "query" in request
    ? request.query.startsWith("query")
    : "method" in request && request.method === "GET";

/** Formats a request for a report. */
const formatRequest = (ids: Ids, request: ModelRequest): string => {
  if ("job" in request) return request.job;
  return "query" in request
    ? `${/(?:\w+: )?(\w+)[({]/.exec(request.query.replace(/^[^{]*\{/, ""))?.[1]} ${JSON.stringify(ids.fillValue(request.variables ?? {}))}`
    : `${request.method} ${ids.fillText(request.path)} ${JSON.stringify(ids.fillValue(request.body)) ?? ""}`;
};

const runExchange = async (
  { world, org, surface }: CommandContext,
  sides: readonly ServerSide[],
  exchange: Exchange,
): Promise<void> => {
  for (const { server } of sides) server.clock.time = world.now;
  const replies = await Promise.all(sides.map((side) => side.send(org, surface, exchange.request)));
  for (const [index, side] of sides.entries()) {
    const problem = side.findProblem(exchange, replies[index]!);
    if (problem !== undefined)
      throw new Error(
        `${side.name}, ${surface}: ${formatRequest(side.ids, exchange.request)}\n${problem}`,
      );
  }
  // IDs, keys and times are equal on all sides, so the bytes must be too.
  const texts = new Set(replies.map(({ text }) => text));
  if (texts.size > 1)
    throw new Error(
      `${formatRequest(sides[0]!.ids, exchange.request)} differs:\n${[...texts].join("\n")}`,
    );
};

/** Reads an organization's complete state, which binds all unknown IDs. */
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

/** Applies a command to the model, sends it to every side, and checks the responses. */
export const performCommand = async (
  kind: AnyCommandKind,
  at: CommandContext,
  sides: readonly ServerSide[],
  input: unknown,
): Promise<void> => {
  const { surface } = at;
  for (const org of [at.org, at.other])
    if (hasUnknownIds(sides, input)) await learnIds({ ...at, org, other: at.org }, sides);
  const buildExchanges = (surface === "v1" ? kind.v1 : kind.graph)!;
  const refusal = surface === "key" ? resolveRefusal(kind, input) : undefined;
  const outcome = refusal ? { refusal } : captureOutcome(() => kind.apply(at, input));
  const exchanges = buildExchanges(at, input, outcome);
  for (const exchange of exchanges) {
    if (isRead(exchange.request) && hasUnknownIds(sides, listEmbeddedTexts(exchange.expected)))
      await learnIds(at, sides);
    await runExchange(at, sides, exchange);
  }
};
