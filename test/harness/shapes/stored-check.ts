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
import { isBlankAbsent } from "../../../rest/blank-values.js";
import type { CompiledRoute } from "../../../rest/route.js";

/** Response fields that have the name of a sent field but another source. */
const derivedFields = new Set(["Recording.eventId", "Recording.name"]);

interface StoredField {
  /** The sent variable. */
  sent: string;
  /** The name in the response. */
  received: string;
  /** The type of the response field. */
  type: string;
  field: string;
}

/** Lists the fields of the response object that have the schema name of a sent variable. */
const listStoredFields = (schema: GraphQLSchema, route: CompiledRoute): StoredField[] => {
  const info = new TypeInfo(schema);
  const storedFields: StoredField[] = [];
  const addField = (node: FieldNode, owner: GraphQLObjectType): void => {
    const name = node.name.value;
    if (owner === schema.getMutationType() || derivedFields.has(`${owner.name}.${name}`)) return;
    const variable = route.variables.find(({ path }) => path.at(-1) === name);
    if (!variable) return;
    const { type } = owner.getFields()[name]!;
    const responseName = (node.alias ?? node.name).value;
    storedFields.push({
      sent: variable.name,
      received: responseName,
      field: name,
      type: getNamedType(type).name,
    });
  };
  visit(
    parse(route.operation),
    visitWithTypeInfo(info, {
      [Kind.FIELD]: (node) => {
        const owner = info.getParentType();
        if (!isObjectType(owner)) return;
        addField(node, owner);
        // Nested objects have other names.
        return owner === schema.getMutationType() ? undefined : false;
      },
    }),
  );
  return storedFields;
};

/** Converts as JSON does; for example, -0 becomes 0. */
const roundTripJson = (values: Record<string, unknown>): Record<string, unknown> =>
  JSON.parse(JSON.stringify(values)) as Record<string, unknown>;

const isSameValue = (type: string, field: string, sent: unknown, received: unknown): boolean => {
  if (type === "JSON") return isDeepStrictEqual(received, sent ?? {});
  if (sent === null) return received === null;
  if (type === "DateTime") {
    const [dateTime, fraction = ""] = (sent as string).replace(/(Z|\+00:00)$/, "").split(".");
    const seconds = dateTime!.length === "2026-03-02T10:00".length ? `${dateTime}:00` : dateTime;
    return received === `${seconds}.${fraction.slice(0, 3).padEnd(3, "0")}Z`;
  }
  if (field === "userEmail")
    return String(received).toLowerCase() === (sent as string).toLowerCase();
  return received === sent;
};

/** Creates a check that a response to a write contains the sent values unchanged. */
export const createStoredCheck = (schema: GraphQLSchema, route: CompiledRoute) => {
  if (route.method !== "post" && route.method !== "put") return () => [];
  const storedFields = listStoredFields(schema, route);
  return (values: Record<string, unknown>, answer: Record<string, unknown>): string[] => {
    const [object] = Object.values(answer) as Record<string, unknown>[];
    const wire = roundTripJson(roundTripJson(values));
    return storedFields.flatMap(({ sent, received, type, field }) => {
      // A call that was there before keeps its time.
      if (!Object.hasOwn(wire, sent) || sent === "created_at") return [];
      if (wire[sent] === "" && route.blankNames.has(sent)) return [];
      const [sentValue, receivedValue] = [wire[sent], object![received]];
      const input = route.variables.find(({ name }) => name === sent)!.type;
      const named = getNamedType(input);
      if (!isInputObjectType(named))
        return isSameValue(type, field, sentValue, receivedValue)
          ? []
          : [`${received} is ${JSON.stringify(receivedValue)}`];
      const inner = (receivedValue ?? {}) as Record<string, unknown>;
      const fields = named.getFields();
      const isBlank = (name: string): boolean =>
        (sentValue as typeof inner)[name] === "" && isBlankAbsent(fields[name]!);
      return Object.keys(sentValue ?? {})
        .filter((name) => Object.hasOwn(inner, name) && !isBlank(name))
        .filter((name) => ((sentValue as typeof inner)[name] ?? null) !== (inner[name] ?? null))
        .map((name) => `${received}.${name} is ${JSON.stringify(inner[name])}`);
    });
  };
};
