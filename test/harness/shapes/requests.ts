import fc, { type Arbitrary } from "fast-check";
import { isNonNullType } from "graphql";
import type { CompiledRoute } from "../../rest/route.js";
import { endpoints } from "../isolation/bases.js";
import type { Furnished } from "../isolation/furnish.js";
import { type Names, unknown } from "../isolation/names.js";
import { byName, byPath } from "../isolation/references.js";
import { type NamesAt, valuesOf } from "./values.js";

/** A request of a route, by the names that its caller uses. */
export interface Asked {
  path: Record<string, string>;
  /** Parameters of the query, some of them twice. */
  query: [string, string][];
  /** Undefined where the route takes none. */
  body: Record<string, unknown> | undefined;
}

export const nameOf = ({ method, path }: Pick<CompiledRoute, "method" | "path">): string =>
  `${method.toUpperCase()} ${path}`;

const UNKNOWN = ["unknown", "Limit", "constructor", "__proto__", "x[]"];

/** What ids of one's own making begin with. They are few, so that the disk is not filled with rows. */
export const OWN = "own/";
const made = Array.from({ length: 30 }, (_, index) => `${OWN}${index} é`);

const tampered = (text: string): string[] => [
  text.slice(0, -1),
  `${text}=`,
  text.slice(0, 5) + (text[5] === "A" ? "B" : "A") + text.slice(6),
  text.toLowerCase(),
];

/** What can be named in a place: one's own, another's, nobody's, and what is nearly one's own. */
const namesFor = (endpoint: string, one: Furnished, other: Furnished): NamesAt => {
  const nobody = unknown(one.names, "cn0123456789", () => "0190b9a0-0000-7000-8000-000000000000");
  return (path) => {
    const named = byPath[`${endpoint}.${path.join(".")}`] ?? byName[path.at(-1)!] ?? [];
    const own = named.map((name) => one.names[name]);
    const foreign = named.flatMap((name: keyof Names) => [other.names[name], nobody[name]]);
    const ids = /(event|call)_?id$/i.test(path.at(-1)!) ? made : [];
    return [...Array<string[]>(8).fill(own).flat(), ...foreign, ...own.flatMap(tampered), ...ids];
  };
};

const isObject = (value: unknown): boolean =>
  typeof value === "object" && value !== null && !Array.isArray(value);

interface Choice {
  weight: number;
  arbitrary: Arbitrary<unknown>;
}

const ABSENT = Symbol("absent");

/** A value as it is written in a query or a path. */
export const textOf = (value: unknown): string => {
  if (Array.isArray(value)) return value.map(textOf).join(",");
  return typeof value === "string" ? value : (JSON.stringify(value) ?? "");
};

/** Bytes before they are percent-encoded: Node takes 16 KiB of headers. */
const LONGEST_QUERY = 4_200;

/** How requests of a route are made, all of whose values are right, or some nearly. */
export const requestsOf = (
  route: CompiledRoute,
  one: Furnished,
  other: Furnished,
): Arbitrary<Asked> => {
  const endpoint = nameOf(route);
  const namesAt = namesFor(endpoint, one, other);
  const base = endpoints[endpoint]?.(one.names) ?? {};
  const hasBody = route.method === "post" || route.method === "put";
  const inPath = [...route.path.matchAll(/:(\w+)/g)].map(([, name]) => name!);

  const valueOf = (name: string, type: Parameters<typeof valuesOf>[0], nearly: boolean) => {
    const { right, near } = valuesOf(type, [name], namesAt);
    const required = isNonNullType(type);
    const choices: Choice[] = [
      { weight: 4, arbitrary: right },
      { weight: name in base ? 4 : 0, arbitrary: fc.constant(base[name]) },
      { weight: required ? Number(nearly) / 4 : 6, arbitrary: fc.constant(ABSENT) },
      { weight: nearly ? 2 : 0, arbitrary: near },
    ].map(({ weight, arbitrary }) => ({ weight: weight * 4, arbitrary }));
    return fc.oneof(...choices.filter(({ weight }) => weight > 0));
  };

  const pathOf = (nearly: boolean): Arbitrary<Record<string, string>> =>
    fc.record(
      Object.fromEntries(
        inPath.map((name) => {
          const variable = route.variables.find((known) => known.name === name);
          const token = new URL(one.org.dialerUrl).pathname.split("/").at(-1)!;
          if (!variable)
            return [
              name,
              fc.constantFrom(...Array<string>(20).fill(token), ...(nearly ? ["x"] : [])),
            ];
          const { right, near } = valuesOf(variable.type, [name], namesAt);
          // The empty one is another route; others have no place in a line of a request.
          const text = (nearly ? fc.oneof(right, right, near) : right)
            .map(textOf)
            .filter((value) => value !== "" && value.length <= 2_100);
          return [name, text];
        }),
      ),
    );

  const flags = (nearly: boolean): [string, Arbitrary<unknown>][] =>
    Object.entries(route.flags ?? {}).map(([name, known]) => [
      name,
      fc.oneof(
        { weight: 6, arbitrary: fc.constant(ABSENT) },
        { weight: 2, arbitrary: fc.subarray(known, { minLength: 1 }) },
        { weight: Number(nearly), arbitrary: fc.constantFrom("", "x", [...known, ""], known[0]) },
      ),
    ]);

  const given = (nearly: boolean): Arbitrary<Record<string, unknown>> =>
    fc.record(
      Object.fromEntries(
        route.variables
          .filter(({ name }) => route.names.get(name)!.length > 0)
          .filter(({ name }) => !inPath.includes(name) || (nearly && hasBody))
          .map(({ name, type }): [string, Arbitrary<unknown>] => [
            name,
            valueOf(name, type, nearly),
          ])
          .concat(flags(nearly)),
      ),
    );

  const names = route.variables.flatMap(({ name }) => route.names.get(name)!);
  const more = fc.tuple(fc.constantFrom(...UNKNOWN, ...names), fc.constantFrom("", "x", "5", "😀"));

  const asked = (nearly: boolean): Arbitrary<Asked> =>
    fc
      .tuple(
        pathOf(nearly),
        given(nearly),
        fc.nat(9),
        nearly
          ? fc.oneof(
              { weight: 9, arbitrary: fc.constant([]) },
              { weight: 1, arbitrary: fc.array(more) },
            )
          : fc.constant([]),
      )
      .map(([path, all, spelling, others]) => {
        const values = Object.entries(all).filter(([, value]) => value !== ABSENT);
        if (route.whole !== undefined) {
          const { [route.whole]: payload, ...rest } = Object.fromEntries(values);
          const query = Object.entries(rest).filter(([name]) => !inPath.includes(name));
          return {
            path,
            query: query.map(([name, value]): [string, string] => [name, textOf(value)]),
            body: (isObject(payload) ? payload : {}) as Record<string, unknown>,
          };
        }
        if (hasBody) {
          const body = Object.fromEntries([
            ...others.filter(([name]) => UNKNOWN.includes(name)),
            ...values,
          ]);
          return { path, query: [], body };
        }
        const query = [...values, ...others].map(([name, value]): [string, string] => {
          const known = route.names.get(name) ?? [name];
          return [known[spelling % known.length]!, textOf(value)];
        });
        let left = LONGEST_QUERY;
        const fits = query.filter(([, text]) => (left -= Buffer.byteLength(text)) > 0);
        return { path, query: fits, body: undefined };
      });
  return fc.oneof({ weight: 2, arbitrary: asked(false) }, { weight: 3, arbitrary: asked(true) });
};
