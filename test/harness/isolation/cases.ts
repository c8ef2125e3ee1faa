import {
  getNamedType,
  getNullableType,
  type GraphQLInputType,
  isInputObjectType,
  isListType,
} from "graphql";
import type { Names } from "./names.js";
import { byName, byPath, type Named } from "./references.js";

export type Values = Record<string, unknown>;

/** An argument of an operation, or a parameter of an endpoint. */
export interface Parameter {
  name: string;
  type: GraphQLInputType;
}

/** A request in which something of another organization is named; plain where nothing is. */
export interface Case {
  path: string;
  values: (own: Names, foreign: Names) => Values;
}

const TEXTS = new Set(["String", "ID", "JSON"]);
/** What an object has to have besides what names something. */
const SIBLINGS: Record<string, Values> = {
  TemplateQuestionInput: { question: "Q?" },
  ProcessAnswerInput: { yes: true },
};

/** The paths to every text that a value of the type may have. */
const textsIn = (type: GraphQLInputType, path: string[]): string[][] => {
  const named = getNamedType(type);
  if (!isInputObjectType(named)) return TEXTS.has(named.name) ? [path] : [];
  return Object.values(named.getFields()).flatMap((field) =>
    textsIn(field.type, [...path, field.name]),
  );
};

/** The value with another one at the path; a list has one item then. */
const withAt = (
  declared: GraphQLInputType,
  value: unknown,
  path: string[],
  put: unknown,
): unknown => {
  const type = getNullableType(declared);
  if (isListType(type)) {
    const first: unknown = Array.isArray(value) ? value[0] : undefined;
    return [withAt(type.ofType, first, path, put)];
  }
  const [name, ...rest] = path;
  if (name === undefined || !isInputObjectType(type)) return put;
  const object: Values = { ...SIBLINGS[type.name], ...(value as Values | undefined) };
  return { ...object, [name]: withAt(type.getFields()[name]!.type, object[name], rest, put) };
};

/** What a text at this place of an operation names. @throws where nobody has said so */
const namedBy = (operation: string, path: string[]): Named => {
  const place = `${operation}.${path.join(".")}`;
  const named = byPath[place] ?? byName[path.at(-1)!];
  if (named === undefined)
    throw new Error(`${place} is tried with nothing of another organization`);
  return named;
};

/** A case for each text that names something, and one that names nothing. */
export const casesOf = (
  operation: string,
  parameters: readonly Parameter[],
  base: (own: Names) => Values,
): Case[] => [
  { path: "", values: base },
  ...parameters.flatMap(({ name, type }) =>
    textsIn(type, [name]).flatMap((path) =>
      namedBy(operation, path).map((reference) => ({
        path: `${path.join(".")}: ${reference}`,
        values: (own: Names, foreign: Names) => {
          const values = base(own);
          const put = foreign[reference];
          return { ...values, [name]: withAt(type, values[name], path.slice(1), put) };
        },
      })),
    ),
  ),
];
