import type fc from "fast-check";
import { Refusal } from "../refusal.js";
import { nextCursorOf, type ModelPage } from "../lists.js";
import type { ModelRequest, Exchange, Surface } from "../server-side.js";
import type { Organization, World } from "../world.js";

/** Who asks, and the organization beside it, of which nothing may ever be seen. */
export interface CommandContext {
  world: World;
  org: Organization;
  other: Organization;
  surface: Surface;
}

export type ModelOutcome<V> = { value: V } | { refusal: Refusal };

/** What is asked over a surface, and answered to it. */
export type BuildExchanges<I, V> = (
  at: CommandContext,
  input: I,
  told: ModelOutcome<V>,
) => Exchange[];

/** A command: how it is made up, what it does to the model, and how each surface has it. */
export interface CommandKind<D, I, V> {
  weight: number;
  data: fc.Arbitrary<D>;
  /** With the names of what there is; undefined where it would be pointless now. */
  resolve: (at: CommandContext, data: D) => I | undefined;
  /** Changes the model. @throws Refusal */
  apply: (at: CommandContext, input: I) => V;
  v1?: BuildExchanges<I, V>;
  graph?: BuildExchanges<I, V>;
  /** For internal credentials alone, or why this input is. */
  internal?: boolean | ((input: I) => Refusal | undefined);
}

export type AnyCommandKind = CommandKind<unknown, unknown, unknown>;

/** First what it is, then how it is said: the second part is typed by the first. */
export const defineCommand =
  <D, I, V>(of: Omit<CommandKind<D, I, V>, "v1" | "graph">) =>
  (said: Pick<CommandKind<D, I, V>, "v1" | "graph">): AnyCommandKind =>
    ({ ...of, ...said }) as unknown as AnyCommandKind;

const resolveExpected = (show: () => unknown): Exchange["expected"] => {
  try {
    return { body: show() };
  } catch (error) {
    if (error instanceof Refusal) return { refusal: error };
    throw error;
  }
};

/** Runs what may be refused. */
export const captureOutcome = <V>(tell: () => V): ModelOutcome<V> => {
  const told = resolveExpected(tell);
  return "body" in told ? { value: told.body as V } : told;
};

/** One request; of a refusal the field is `named` as the surface has it. */
export const buildExchange =
  <I, V>(
    ask: (input: I, at: CommandContext) => ModelRequest,
    show: (value: V, at: CommandContext, input: I) => unknown,
    named = (field: string): string => field,
  ): BuildExchanges<I, V> =>
  (at, input, told) => {
    if ("value" in told)
      return [
        { request: ask(input, at), expected: resolveExpected(() => show(told.value, at, input)) },
      ];
    const { code, field, words } = told.refusal;
    const refusal = new Refusal(code, field && named(field), words);
    return [{ request: ask(input, at), expected: { refusal } }];
  };

/** A request over /graphql whose answer is `answer`. */
export const buildGraphqlExchange = <I, V>(
  query: string,
  variables: (input: I) => object,
  show: (value: V, at: CommandContext) => unknown,
): BuildExchanges<I, V> =>
  buildExchange(
    (input) => ({ query, variables: variables(input) }),
    (value, at) => ({ answer: show(value, at) }),
  );

/** Page after page of a list over /v1. */
export const walkRestPages =
  <I, T>(
    path: (input: I) => string,
    cursor: string,
    show: (page: ModelPage<T>, at: CommandContext) => object,
  ): BuildExchanges<I, ModelPage<T>[]> =>
  (at, input, told) => {
    if ("refusal" in told)
      return [{ request: { method: "GET", path: path(input) }, expected: told }];
    const ends = [null, ...told.value.map(({ endCursor }) => endCursor)];
    return told.value.map((page, index) => {
      const after = ends[index] === null ? "" : `&${cursor}=${ends[index]}`;
      const { hasMore } = page;
      const body = { ...show(page, at), nextCursor: nextCursorOf(page), hasMore };
      return { request: { method: "GET", path: path(input) + after }, expected: { body } };
    });
  };

/** The same over /graphql, as Relay has it too. */
export const walkGraphqlPages =
  <I, T extends object>(
    query: string,
    variables: (input: I) => object,
    show: (node: T, at: CommandContext) => object,
  ): BuildExchanges<I, ModelPage<T>[]> =>
  (at, input, told) => {
    if ("refusal" in told)
      return [{ request: { query, variables: variables(input) }, expected: told }];
    const ends = [null, ...told.value.map(({ endCursor }) => endCursor)];
    return told.value.map((page, index) => ({
      request: { query, variables: { ...variables(input), after: ends[index] } },
      expected: {
        body: {
          answer: {
            nodes: page.nodes.map((node) => show(node, at)),
            pageInfo: { hasNextPage: page.hasMore, endCursor: page.endCursor },
            nextCursor: nextCursorOf(page),
            hasMore: page.hasMore,
          },
        },
      },
    }));
  };

/** Has it said of what is made of the value. */
export const mapOutcome =
  <I, V, W>(
    to: (value: V, at: CommandContext, input: I) => W,
    speak: BuildExchanges<I, W>,
  ): BuildExchanges<I, V> =>
  (at, input, told) =>
    speak(at, input, "value" in told ? { value: to(told.value, at, input) } : told);

/** A path with what is given; ids of the model stay as they are. */
export const formatPath = (path: string, parameters: Record<string, unknown>): string => {
  const given = Object.entries(parameters).filter(([, value]) => value !== undefined);
  const texts = given.map(([name, value]) => {
    const parts = String(value).split(/(‹[^›]*›)/);
    return `${name}=${parts.map((part, at) => (at % 2 ? part : encodeURIComponent(part))).join("")}`;
  });
  return `${path}?${texts.join("&")}`;
};

export const PAGE_SELECTION = "pageInfo { hasNextPage endCursor } nextCursor hasMore";
