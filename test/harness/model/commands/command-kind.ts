import type fc from "fast-check";
import { Refusal } from "../inputs.js";
import { nextCursor, type Page } from "../lists.js";
import type { Ask, Exchange, Surface } from "../sides.js";
import type { Organization, World } from "../world.js";

/** Who asks, and the organization beside it, of which nothing may ever be seen. */
export interface Place {
  world: World;
  org: Organization;
  other: Organization;
  surface: Surface;
}

export type Told<V> = { value: V } | { refusal: Refusal };

/** What is asked over a surface, and answered to it. */
export type Speak<I, V> = (at: Place, input: I, told: Told<V>) => Exchange[];

/** A command: how it is made up, what it does to the model, and how each surface has it. */
export interface Kind<D, I, V> {
  weight: number;
  data: fc.Arbitrary<D>;
  /** With the names of what there is; undefined where it would be pointless now. */
  resolve: (at: Place, data: D) => I | undefined;
  /** Changes the model. @throws Refusal */
  tell: (at: Place, input: I) => V;
  v1?: Speak<I, V>;
  graph?: Speak<I, V>;
  /** For internal credentials alone, or why this input is. */
  internal?: boolean | ((input: I) => Refusal | undefined);
}

export type AnyKind = Kind<unknown, unknown, unknown>;

/** First what it is, then how it is said: the second part is typed by the first. */
export const kind =
  <D, I, V>(of: Omit<Kind<D, I, V>, "v1" | "graph">) =>
  (said: Pick<Kind<D, I, V>, "v1" | "graph">): AnyKind =>
    ({ ...of, ...said }) as unknown as AnyKind;

const expectedOf = (show: () => unknown): Exchange["expected"] => {
  try {
    return { body: show() };
  } catch (error) {
    if (error instanceof Refusal) return { refusal: error };
    throw error;
  }
};

/** Runs what may be refused. */
export const toldBy = <V>(tell: () => V): Told<V> => {
  const told = expectedOf(tell);
  return "body" in told ? { value: told.body as V } : told;
};

/** One request; of a refusal the field is `named` as the surface has it. */
export const once =
  <I, V>(
    ask: (input: I, at: Place) => Ask,
    show: (value: V, at: Place, input: I) => unknown,
    named = (field: string): string => field,
  ): Speak<I, V> =>
  (at, input, told) => {
    if ("value" in told)
      return [{ ask: ask(input, at), expected: expectedOf(() => show(told.value, at, input)) }];
    const { code, field, words } = told.refusal;
    const refusal = new Refusal(code, field && named(field), words);
    return [{ ask: ask(input, at), expected: { refusal } }];
  };

/** A request over /graphql whose answer is `answer`. */
export const graph = <I, V>(
  query: string,
  variables: (input: I) => object,
  show: (value: V, at: Place) => unknown,
): Speak<I, V> =>
  once(
    (input) => ({ query, variables: variables(input) }),
    (value, at) => ({ answer: show(value, at) }),
  );

/** Page after page of a list over /v1. */
export const walked =
  <I, T>(
    path: (input: I) => string,
    cursor: string,
    show: (page: Page<T>, at: Place) => object,
  ): Speak<I, Page<T>[]> =>
  (at, input, told) => {
    if ("refusal" in told) return [{ ask: { method: "GET", path: path(input) }, expected: told }];
    const ends = [null, ...told.value.map(({ endCursor }) => endCursor)];
    return told.value.map((page, index) => {
      const after = ends[index] === null ? "" : `&${cursor}=${ends[index]}`;
      const { hasMore } = page;
      const body = { ...show(page, at), nextCursor: nextCursor(page), hasMore };
      return { ask: { method: "GET", path: path(input) + after }, expected: { body } };
    });
  };

/** The same over /graphql, as Relay has it too. */
export const walkedGraph =
  <I, T extends object>(
    query: string,
    variables: (input: I) => object,
    show: (node: T, at: Place) => object,
  ): Speak<I, Page<T>[]> =>
  (at, input, told) => {
    if ("refusal" in told) return [{ ask: { query, variables: variables(input) }, expected: told }];
    const ends = [null, ...told.value.map(({ endCursor }) => endCursor)];
    return told.value.map((page, index) => ({
      ask: { query, variables: { ...variables(input), after: ends[index] } },
      expected: {
        body: {
          answer: {
            nodes: page.nodes.map((node) => show(node, at)),
            pageInfo: { hasNextPage: page.hasMore, endCursor: page.endCursor },
            nextCursor: nextCursor(page),
            hasMore: page.hasMore,
          },
        },
      },
    }));
  };

/** Has it said of what is made of the value. */
export const through =
  <I, V, W>(to: (value: V, at: Place, input: I) => W, speak: Speak<I, W>): Speak<I, V> =>
  (at, input, told) =>
    speak(at, input, "value" in told ? { value: to(told.value, at, input) } : told);

/** A path with what is given; ids of the model stay as they are. */
export const asked = (path: string, parameters: Record<string, unknown>): string => {
  const given = Object.entries(parameters).filter(([, value]) => value !== undefined);
  const texts = given.map(([name, value]) => {
    const parts = String(value).split(/(‹[^›]*›)/);
    return `${name}=${parts.map((part, at) => (at % 2 ? part : encodeURIComponent(part))).join("")}`;
  });
  return `${path}?${texts.join("&")}`;
};

export const PAGE = "pageInfo { hasNextPage endCursor } nextCursor hasMore";
