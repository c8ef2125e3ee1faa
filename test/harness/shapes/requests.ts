import fc, { type Arbitrary } from "fast-check";
import { isNonNullType } from "graphql";
import type { CompiledRoute } from "../../../rest/route.js";
import { endpointValues } from "../isolation/base-values.js";
import type { FilledOrganization } from "../isolation/filled-organization.js";
import { type OrganizationNames, buildUnknownNames } from "../isolation/organization-names.js";
import { referencesByName, referencesByPath } from "../isolation/references.js";
import { type NamesAt, buildTriedValues } from "./values.js";

/** A request to a route, with the parameter names that a caller uses. */
export interface ShapeRequest {
  path: Record<string, string>;
  /** Query parameters, possibly repeated. */
  query: [string, string][];
  /** Undefined if the route has no body. */
  body: Record<string, unknown> | undefined;
}

export const endpointNameOf = ({ method, path }: Pick<CompiledRoute, "method" | "path">): string =>
  `${method.toUpperCase()} ${path}`;

const UNKNOWN_NAMES = ["unknown", "Limit", "constructor", "__proto__", "x[]"];

/** The prefix of new IDs. There are few, so that the database stays small. */
export const OWN_ID_PREFIX = "own/";
const ownIds = Array.from({ length: 30 }, (_, index) => `${OWN_ID_PREFIX}${index} é`);

const tamperWith = (text: string): string[] => [
  text.slice(0, -1),
  `${text}=`,
  text.slice(0, 5) + (text[5] === "A" ? "B" : "A") + text.slice(6),
  text.toLowerCase(),
];

/** Returns the values to try in a place: own, foreign, unknown and nearly own ones. */
const createNamesAt = (
  endpoint: string,
  caller: FilledOrganization,
  other: FilledOrganization,
): NamesAt => {
  const unknownNames = buildUnknownNames(
    caller.names,
    "cn0123456789",
    () => "0190b9a0-0000-7000-8000-000000000000",
  );
  return (path) => {
    const references =
      referencesByPath[`${endpoint}.${path.join(".")}`] ?? referencesByName[path.at(-1)!] ?? [];
    const own = references.map((name) => caller.names[name]);
    const foreign = references.flatMap((name: keyof OrganizationNames) => [
      other.names[name],
      unknownNames[name],
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

/** Formats a value for a query or a path. */
export const formatText = (value: unknown): string => {
  if (Array.isArray(value)) return value.map(formatText).join(",");
  return typeof value === "string" ? value : (JSON.stringify(value) ?? "");
};

/** Bytes before percent-encoding; Node's limit for headers is 16 KiB. */
const MAX_QUERY_BYTES = 4_200;

/** Generates requests of a route with valid values, or with some nearly valid ones. */
export const buildArbitraryRequest = (
  route: CompiledRoute,
  caller: FilledOrganization,
  other: FilledOrganization,
): Arbitrary<ShapeRequest> => {
  const endpoint = endpointNameOf(route);
  const namesAt = createNamesAt(endpoint, caller, other);
  const base = endpointValues[endpoint]?.(caller.names) ?? {};
  const hasBody = route.method === "post" || route.method === "put";
  const pathParameters = [...route.path.matchAll(/:(\w+)/g)].map(([, name]) => name!);

  const buildValue = (
    name: string,
    type: Parameters<typeof buildTriedValues>[0],
    isNearlyValid: boolean,
  ) => {
    const { valid, almostValid } = buildTriedValues(type, [name], namesAt);
    const required = isNonNullType(type);
    const choices: Choice[] = [
      { weight: 4, arbitrary: valid },
      { weight: name in base ? 4 : 0, arbitrary: fc.constant(base[name]) },
      { weight: required ? Number(isNearlyValid) / 4 : 6, arbitrary: fc.constant(ABSENT) },
      { weight: isNearlyValid ? 2 : 0, arbitrary: almostValid },
    ].map(({ weight, arbitrary }) => ({ weight: weight * 4, arbitrary }));
    return fc.oneof(...choices.filter(({ weight }) => weight > 0));
  };

  const buildPath = (isNearlyValid: boolean): Arbitrary<Record<string, string>> =>
    fc.record(
      Object.fromEntries(
        pathParameters.map((name) => {
          const variable = route.variables.find((accepted) => accepted.name === name);
          const token = new URL(caller.org.dialerUrl).pathname.split("/").at(-1)!;
          if (!variable)
            return [
              name,
              fc.constantFrom(...Array<string>(20).fill(token), ...(isNearlyValid ? ["x"] : [])),
            ];
          const { valid, almostValid } = buildTriedValues(variable.type, [name], namesAt);
          // An empty segment would be another route, and long ones exceed the request line.
          const text = (isNearlyValid ? fc.oneof(valid, valid, almostValid) : valid)
            .map(formatText)
            .filter((value) => value !== "" && value.length <= 2_100);
          return [name, text];
        }),
      ),
    );

  const flags = (isNearlyValid: boolean): [string, Arbitrary<unknown>][] =>
    Object.entries(route.flags ?? {}).map(([name, accepted]) => [
      name,
      fc.oneof(
        { weight: 6, arbitrary: fc.constant(ABSENT) },
        { weight: 2, arbitrary: fc.subarray(accepted, { minLength: 1 }) },
        {
          weight: Number(isNearlyValid),
          arbitrary: fc.constantFrom("", "x", [...accepted, ""], accepted[0]),
        },
      ),
    ]);

  const buildParameters = (isNearlyValid: boolean): Arbitrary<Record<string, unknown>> =>
    fc.record(
      Object.fromEntries(
        route.variables
          .filter(({ name }) => route.names.get(name)!.length > 0)
          .filter(({ name }) => !pathParameters.includes(name) || (isNearlyValid && hasBody))
          .map(({ name, type }): [string, Arbitrary<unknown>] => [
            name,
            buildValue(name, type, isNearlyValid),
          ])
          .concat(flags(isNearlyValid)),
      ),
    );

  const names = route.variables.flatMap(({ name }) => route.names.get(name)!);
  const extraParameters = fc.tuple(
    fc.constantFrom(...UNKNOWN_NAMES, ...names),
    fc.constantFrom("", "x", "5", "😀"),
  );

  const buildRequest = (isNearlyValid: boolean): Arbitrary<ShapeRequest> =>
    fc
      .tuple(
        buildPath(isNearlyValid),
        buildParameters(isNearlyValid),
        fc.nat(9),
        isNearlyValid
          ? fc.oneof(
              { weight: 9, arbitrary: fc.constant([]) },
              { weight: 1, arbitrary: fc.array(extraParameters) },
            )
          : fc.constant([]),
      )
      .map(([path, all, spelling, others]) => {
        const values = Object.entries(all).filter(([, value]) => value !== ABSENT);
        if (route.bodyVariable !== undefined) {
          const { [route.bodyVariable]: payload, ...rest } = Object.fromEntries(values);
          const query = Object.entries(rest).filter(([name]) => !pathParameters.includes(name));
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
          const accepted = route.names.get(name) ?? [name];
          return [accepted[spelling % accepted.length]!, formatText(value)];
        });
        let remainingBytes = MAX_QUERY_BYTES;
        const fits = query.filter(([, text]) => (remainingBytes -= Buffer.byteLength(text)) > 0);
        return { path, query: fits, body: undefined };
      });
  return fc.oneof(
    { weight: 2, arbitrary: buildRequest(false) },
    { weight: 3, arbitrary: buildRequest(true) },
  );
};
