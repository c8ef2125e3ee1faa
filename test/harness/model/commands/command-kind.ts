import type fc from "fast-check";
import { Refusal } from "../refusal.js";
import { nextCursorOf, type ModelPage } from "../lists.js";
import type { ModelRequest, Exchange, Surface } from "../server-side.js";
import type { NamedKey, Organization, World } from "../world.js";

/** The calling organization, and the other one, whose data must never appear. */
export interface CommandContext {
  world: World;
  org: Organization;
  other: Organization;
  surface: Surface;
  /** The named key that calls. */
  viewer?: NamedKey;
}

export type ModelOutcome<V> = { value: V } | { refusal: Refusal };

/** Builds the requests of a command on one API, with their expected responses. */
export type BuildExchanges<I, V> = (
  at: CommandContext,
  input: I,
  outcome: ModelOutcome<V>,
) => Exchange[];

/** A command: how to generate it, its effect on the model, and its form on each API. */
export interface CommandKind<D, I, V> {
  weight: number;
  data: fc.Arbitrary<D>;
  /** Inserts IDs of existing objects; undefined if the command makes no sense now. */
  resolve: (at: CommandContext, data: D) => I | undefined;
  /** Changes the model and returns the result. @throws Refusal */
  apply: (at: CommandContext, input: I) => V;
  v1?: BuildExchanges<I, V>;
  graph?: BuildExchanges<I, V>;
  /** Requires an internal token; a function decides by input. */
  internal?: boolean | ((input: I) => Refusal | undefined);
}

export type AnyCommandKind = CommandKind<unknown, unknown, unknown>;

/** Defines a command in two calls, so that the second part's types follow from the first. */
export const defineCommand =
  <D, I, V>(definition: Omit<CommandKind<D, I, V>, "v1" | "graph">) =>
  (exchanges: Pick<CommandKind<D, I, V>, "v1" | "graph">): AnyCommandKind =>
    ({ ...definition, ...exchanges }) as unknown as AnyCommandKind;

const resolveExpected = (show: () => unknown): Exchange["expected"] => {
  try {
    return { body: show() };
  } catch (error) {
    if (error instanceof Refusal) return { refusal: error };
    throw error;
  }
};

/** Runs `compute` and captures a Refusal. */
export const captureOutcome = <V>(compute: () => V): ModelOutcome<V> => {
  const outcome = resolveExpected(compute);
  return "body" in outcome ? { value: outcome.body as V } : outcome;
};

/** Builds one request. `toFieldName` translates an error's field for the API. */
export const buildExchange =
  <I, V>(
    buildRequest: (input: I, at: CommandContext) => ModelRequest,
    show: (value: V, at: CommandContext, input: I) => unknown,
    toFieldName = (field: string): string => field,
  ): BuildExchanges<I, V> =>
  (at, input, outcome) => {
    if ("value" in outcome)
      return [
        {
          request: buildRequest(input, at),
          expected: resolveExpected(() => show(outcome.value, at, input)),
        },
      ];
    const { code, field, words } = outcome.refusal;
    const refusal = new Refusal(code, field && toFieldName(field), words);
    return [{ request: buildRequest(input, at), expected: { refusal } }];
  };

/** Builds a GraphQL request whose result field is `answer`. */
export const buildGraphqlExchange = <I, V>(
  query: string,
  variables: (input: I) => object,
  show: (value: V, at: CommandContext) => unknown,
): BuildExchanges<I, V> =>
  buildExchange(
    (input) => ({ query, variables: variables(input) }),
    (value, at) => ({ answer: show(value, at) }),
  );

/** Builds the requests for all pages of a list over /v1. */
export const walkRestPages =
  <I, T>(
    path: (input: I) => string,
    cursor: string,
    show: (page: ModelPage<T>, at: CommandContext) => object,
  ): BuildExchanges<I, ModelPage<T>[]> =>
  (at, input, outcome) => {
    if ("refusal" in outcome)
      return [{ request: { method: "GET", path: path(input) }, expected: outcome }];
    const cursors = [null, ...outcome.value.map(({ endCursor }) => endCursor)];
    return outcome.value.map((page, index) => {
      const after = cursors[index] === null ? "" : `&${cursor}=${cursors[index]}`;
      const { hasMore } = page;
      const body = { ...show(page, at), nextCursor: nextCursorOf(page), hasMore };
      return { request: { method: "GET", path: path(input) + after }, expected: { body } };
    });
  };

/** The same over /graphql, including the Relay fields. */
export const walkGraphqlPages =
  <I, T extends object>(
    query: string,
    variables: (input: I) => object,
    show: (node: T, at: CommandContext) => object,
  ): BuildExchanges<I, ModelPage<T>[]> =>
  (at, input, outcome) => {
    if ("refusal" in outcome)
      return [{ request: { query, variables: variables(input) }, expected: outcome }];
    const cursors = [null, ...outcome.value.map(({ endCursor }) => endCursor)];
    return outcome.value.map((page, index) => ({
      request: { query, variables: { ...variables(input), after: cursors[index] } },
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

/** Builds exchanges for a value derived from the command's result. */
export const mapOutcome =
  <I, V, W>(
    map: (value: V, at: CommandContext, input: I) => W,
    buildExchanges: BuildExchanges<I, W>,
  ): BuildExchanges<I, V> =>
  (at, input, outcome) =>
    buildExchanges(
      at,
      input,
      "value" in outcome ? { value: map(outcome.value, at, input) } : outcome,
    );

/** Formats a path with the defined parameters; the model's IDs stay unencoded. */
export const formatPath = (path: string, parameters: Record<string, unknown>): string => {
  const defined = Object.entries(parameters).filter(([, value]) => value !== undefined);
  const texts = defined.map(([name, value]) => {
    const parts = String(value).split(/(‹[^›]*›)/);
    return `${name}=${parts.map((part, at) => (at % 2 ? part : encodeURIComponent(part))).join("")}`;
  });
  return `${path}?${texts.join("&")}`;
};

export const PAGE_SELECTION = "pageInfo { hasNextPage endCursor } nextCursor hasMore";
