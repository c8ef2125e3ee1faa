import { isDeepStrictEqual } from "node:util";
import {
  type FieldNode,
  getNamedType,
  type GraphQLObjectType,
  type GraphQLSchema,
  isInputObjectType,
  isObjectType,
  Kind,
  parse,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from "graphql";
import type { CompiledRoute } from "../../../rest/route.js";

/** What is told under the name of something sent, and is not that: the appointment's that was found. */
const derivedFields = new Set(["Recording.eventId", "Recording.name"]);

interface StoredField {
  /** The variable that is sent. */
  sent: string;
  /** What the answer calls it. */
  received: string;
  /** Of the field of the answer. */
  type: string;
  field: string;
}

/** The fields of the answer's first object that are called as what is sent is in the schema. */
const listStoredFields = (schema: GraphQLSchema, route: CompiledRoute): StoredField[] => {
  const info = new TypeInfo(schema);
  const kept: StoredField[] = [];
  const note = (node: FieldNode, owner: GraphQLObjectType): void => {
    const name = node.name.value;
    if (owner === schema.getMutationType() || derivedFields.has(`${owner.name}.${name}`)) return;
    const variable = route.variables.find(({ path }) => path.at(-1) === name);
    if (!variable) return;
    const { type } = owner.getFields()[name]!;
    const told = (node.alias ?? node.name).value;
    kept.push({ sent: variable.name, received: told, field: name, type: getNamedType(type).name });
  };
  visit(
    parse(route.operation),
    visitWithTypeInfo(info, {
      [Kind.FIELD]: (node) => {
        const owner = info.getParentType();
        if (!isObjectType(owner)) return;
        note(node, owner);
        // What is inside has names of its own.
        return owner === schema.getMutationType() ? undefined : false;
      },
    }),
  );
  return kept;
};

/** Over the wire; what is written as -0 is 0 from then on. */
const roundTripJson = (values: Record<string, unknown>): Record<string, unknown> =>
  JSON.parse(JSON.stringify(values)) as Record<string, unknown>;

const isSameValue = (type: string, field: string, sent: unknown, told: unknown): boolean => {
  if (type === "JSON") return isDeepStrictEqual(told, sent ?? {});
  if (sent === null) return told === null;
  if (type === "DateTime") {
    const [whole, fraction = ""] = (sent as string).replace(/(Z|\+00:00)$/, "").split(".");
    const seconds = whole!.length === "2026-03-02T10:00".length ? `${whole}:00` : whole;
    return told === `${seconds}.${fraction.slice(0, 3).padEnd(3, "0")}Z`;
  }
  if (field === "userEmail") return String(told).toLowerCase() === (sent as string).toLowerCase();
  return told === sent;
};

/** Looks whether an answer to a change has what was sent, as it was sent. */
export const createStoredCheck = (schema: GraphQLSchema, route: CompiledRoute) => {
  if (route.method !== "post" && route.method !== "put") return () => [];
  const kept = listStoredFields(schema, route);
  return (values: Record<string, unknown>, answer: Record<string, unknown>): string[] => {
    const [object] = Object.values(answer) as Record<string, unknown>[];
    const wire = roundTripJson(roundTripJson(values));
    return kept.flatMap(({ sent, received, type, field }) => {
      if (!Object.hasOwn(wire, sent)) return [];
      const [was, is] = [wire[sent], object![received]];
      const input = route.variables.find(({ name }) => name === sent)!.type;
      if (!isInputObjectType(getNamedType(input)))
        return isSameValue(type, field, was, is) ? [] : [`${received} is ${JSON.stringify(is)}`];
      const inner = (is ?? {}) as Record<string, unknown>;
      return Object.keys(was ?? {})
        .filter((name) => Object.hasOwn(inner, name))
        .filter((name) => ((was as typeof inner)[name] ?? null) !== (inner[name] ?? null))
        .map((name) => `${received}.${name} is ${JSON.stringify(inner[name])}`);
    });
  };
};
