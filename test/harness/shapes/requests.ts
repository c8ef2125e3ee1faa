import fc, { type Arbitrary } from "fast-check";
import { isNonNullType } from "graphql";
import type { CompiledRoute } from "../../../rest/route.js";
import { endpointValues } from "../isolation/base-values.js";
import type { FilledOrganization } from "../isolation/filled-organization.js";
import { type OrganizationNames, buildUnknownNames } from "../isolation/organization-names.js";
import { referencesByName, referencesByPath } from "../isolation/references.js";
import { type NamesAt, buildTriedValues } from "./values.js";

/** A request of a route, by the names that its caller uses. */
export interface ShapeRequest {
  path: Record<string, string>;
  /** Parameters of the query, some of them twice. */
  query: [string, string][];
  /** Undefined where the route takes none. */
  body: Record<string, unknown> | undefined;
}

export const endpointNameOf = ({ method, path }: Pick<CompiledRoute, "method" | "path">): string =>
  `${method.toUpperCase()} ${path}`;

const UNKNOWN_NAMES = ["unknown", "Limit", "constructor", "__proto__", "x[]"];

/** What ids of one's own making begin with. They are few, so that the disk is not filled with rows. */
export const OWN_ID_PREFIX = "own/";
const ownIds = Array.from({ length: 30 }, (_, index) => `${OWN_ID_PREFIX}${index} é`);

const tamperWith = (text: string): string[] => [
  text.slice(0, -1),
  `${text}=`,
  text.slice(0, 5) + (text[5] === "A" ? "B" : "A") + text.slice(6),
  text.toLowerCase(),
];

/** What can be named in a place: one's own, another's, nobody's, and what is nearly one's own. */
const createNamesAt = (
  endpoint: string,
  one: FilledOrganization,
  other: FilledOrganization,
): NamesAt => {
  const nobody = buildUnknownNames(
    one.names,
    "cn0123456789",
    () => "0190b9a0-0000-7000-8000-000000000000",
  );
  return (path) => {
    const named =
      referencesByPath[`${endpoint}.${path.join(".")}`] ?? referencesByName[path.at(-1)!] ?? [];
    const own = named.map((name) => one.names[name]);
    const foreign = named.flatMap((name: keyof OrganizationNames) => [
      other.names[name],
      nobody[name],
    ]);
    const ids = /(event|call)_?id$/i.test(path.at(-1)!) ? ownIds : [];
    return [...Array<string[]>(8).fill(own).flat(), ...foreign, ...own.flatMap(tamperWith), ...ids];
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
export const formatText = (value: unknown): string => {
  if (Array.isArray(value)) return value.map(formatText).join(",");
  return typeof value === "string" ? value : (JSON.stringify(value) ?? "");
};

/** Bytes before they are percent-encoded: Node takes 16 KiB of headers. */
const MAX_QUERY_BYTES = 4_200;

/** How requests of a route are made, all of whose values are right, or some nearly. */
export const buildArbitraryRequest = (
  route: CompiledRoute,
  one: FilledOrganization,
  other: FilledOrganization,
): Arbitrary<ShapeRequest> => {
  const endpoint = endpointNameOf(route);
  const namesAt = createNamesAt(endpoint, one, other);
  const base = endpointValues[endpoint]?.(one.names) ?? {};
  const hasBody = route.method === "post" || route.method === "put";
  const inPath = [...route.path.matchAll(/:(\w+)/g)].map(([, name]) => name!);

  const valueOf = (name: string, type: Parameters<typeof buildTriedValues>[0], nearly: boolean) => {
    const { valid, almostValid } = buildTriedValues(type, [name], namesAt);
    const required = isNonNullType(type);
    const choices: Choice[] = [
      { weight: 4, arbitrary: valid },
      { weight: name in base ? 4 : 0, arbitrary: fc.constant(base[name]) },
      { weight: required ? Number(nearly) / 4 : 6, arbitrary: fc.constant(ABSENT) },
      { weight: nearly ? 2 : 0, arbitrary: almostValid },
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
          const { valid, almostValid } = buildTriedValues(variable.type, [name], namesAt);
          // The empty one is another route; others have no place in a line of a request.
          const text = (nearly ? fc.oneof(valid, valid, almostValid) : valid)
            .map(formatText)
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
  const more = fc.tuple(
    fc.constantFrom(...UNKNOWN_NAMES, ...names),
    fc.constantFrom("", "x", "5", "😀"),
  );

  const asked = (nearly: boolean): Arbitrary<ShapeRequest> =>
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
        if (route.bodyVariable !== undefined) {
          const { [route.bodyVariable]: payload, ...rest } = Object.fromEntries(values);
          const query = Object.entries(rest).filter(([name]) => !inPath.includes(name));
          return {
            path,
            query: query.map(([name, value]): [string, string] => [name, formatText(value)]),
            body: (isObject(payload) ? payload : {}) as Record<string, unknown>,
          };
        }
        if (hasBody) {
          const body = Object.fromEntries([
            ...others.filter(([name]) => UNKNOWN_NAMES.includes(name)),
            ...values,
          ]);
          return { path, query: [], body };
        }
        const query = [...values, ...others].map(([name, value]): [string, string] => {
          const known = route.names.get(name) ?? [name];
          return [known[spelling % known.length]!, formatText(value)];
        });
        let left = MAX_QUERY_BYTES;
        const fits = query.filter(([, text]) => (left -= Buffer.byteLength(text)) > 0);
        return { path, query: fits, body: undefined };
      });
  return fc.oneof({ weight: 2, arbitrary: asked(false) }, { weight: 3, arbitrary: asked(true) });
};
