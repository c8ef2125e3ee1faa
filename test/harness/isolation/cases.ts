import {
  getNamedType,
  getNullableType,
  type GraphQLInputType,
  isInputObjectType,
  isListType,
} from "graphql";
import { limitsOf } from "../../../graph/arguments/declared-limits.js";
import { LONG_TEXT } from "../../../graph/arguments/limits.js";
import type { OrganizationNames } from "./organization-names.js";
import type { RequestValues } from "./request-values.js";
import { referencesByName, referencesByPath, type ReferenceNames } from "./references.js";

/** An argument of an operation or a parameter of an endpoint. */
export interface Parameter {
  name: string;
  type: GraphQLInputType;
}

/**
 * A request with one value of another organization at `path`; with an empty path, a request without
 * any.
 */
export interface IsolationCase {
  path: string;
  values: (own: OrganizationNames, foreign: OrganizationNames) => RequestValues;
}

const TEXTS = new Set(["String", "ID", "JSON"]);
/** Required fields of an input object next to the one that gets the foreign value. */
const SIBLINGS: Record<string, RequestValues> = {
  TemplateQuestionInput: { question: "Q?" },
  ProcessAnswerInput: { yes: true },
};

/** Returns the paths of all texts in a value of the type, except long texts: they name nothing. */
const listTextPaths = (type: GraphQLInputType, path: string[]): string[][] => {
  const named = getNamedType(type);
  if (!isInputObjectType(named)) return TEXTS.has(named.name) ? [path] : [];
  return Object.values(named.getFields())
    .filter((field) => limitsOf(field) !== LONG_TEXT)
    .flatMap((field) => listTextPaths(field.type, [...path, field.name]));
};

/** Returns the value with `put` at the path; a list gets one item. */
const setAtPath = (
  declared: GraphQLInputType,
  value: unknown,
  path: string[],
  put: unknown,
): unknown => {
  const type = getNullableType(declared);
  if (isListType(type)) {
    const first: unknown = Array.isArray(value) ? value[0] : undefined;
    return [setAtPath(type.ofType, first, path, put)];
  }
  const [name, ...rest] = path;
  if (name === undefined || !isInputObjectType(type)) return put;
  const object: RequestValues = { ...SIBLINGS[type.name], ...(value as RequestValues | undefined) };
  return { ...object, [name]: setAtPath(type.getFields()[name]!.type, object[name], rest, put) };
};

/**
 * Returns which names of an organization a text at this place can refer to. @throws if
 * references.ts has no entry
 */
const resolveReference = (operation: string, path: string[]): ReferenceNames => {
  const place = `${operation}.${path.join(".")}`;
  const named = referencesByPath[place] ?? referencesByName[path.at(-1)!];
  if (named === undefined) throw new Error(`${place} has no entry in references.ts`);
  return named;
};

/** Builds a case for each text that can refer to something, and one without foreign values. */
export const buildIsolationCases = (
  operation: string,
  parameters: readonly Parameter[],
  base: (own: OrganizationNames) => RequestValues,
): IsolationCase[] => [
  { path: "", values: base },
  ...parameters.flatMap(({ name, type }) =>
    listTextPaths(type, [name]).flatMap((path) =>
      resolveReference(operation, path).map((reference) => ({
        path: `${path.join(".")}: ${reference}`,
        values: (own: OrganizationNames, foreign: OrganizationNames) => {
          const values = base(own);
          const put = foreign[reference];
          return { ...values, [name]: setAtPath(type, values[name], path.slice(1), put) };
        },
      })),
    ),
  ),
];
