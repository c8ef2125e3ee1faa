import { type GraphQLEnumType, type GraphQLNamedType, isEnumType } from "graphql";

/** A JSON Schema, or any other part of the document. */
export type OpenApiObject = Record<string, unknown>;

const scalars: Record<string, OpenApiObject> = {
  ID: { type: "string" },
  String: { type: "string" },
  Int: { type: "integer", format: "int32" },
  Float: { type: "number", format: "double" },
  Boolean: { type: "boolean" },
  DateTime: { type: "string", format: "date-time" },
  DateFrom: { type: "string" },
  DateTo: { type: "string" },
  Day: { type: "string", format: "date" },
  JSON: {},
};

/** The named schemas of the document. */
export class Components {
  readonly schemas: Record<string, OpenApiObject> = {};

  /** Adds a named schema and returns a reference to it. @throws if the name has another schema already */
  addSchema(name: string, schema: OpenApiObject): OpenApiObject {
    const existing = this.schemas[name];
    if (existing && JSON.stringify(existing) !== JSON.stringify(schema))
      throw new Error(`two different schemas are named ${name} in the OpenAPI document`);
    this.schemas[name] = schema;
    return { $ref: `#/components/schemas/${name}` };
  }

  #enum(type: GraphQLEnumType): OpenApiObject {
    return this.addSchema(type.name, {
      type: "string",
      ...(type.description && { description: type.description }),
      enum: type.getValues().map(({ name }) => name),
    });
  }

  /** Returns the schema of a scalar or an enum. @throws for a scalar without one: add it above */
  resolveLeaf(type: GraphQLNamedType): OpenApiObject {
    if (isEnumType(type)) return this.#enum(type);
    const schema = scalars[type.name];
    if (!schema) throw new Error(`scalar ${type.name} has no schema for the OpenAPI document`);
    return schema;
  }
}

/** Returns the schema with null as a further value. */
export const makeNullable = (schema: OpenApiObject): OpenApiObject => {
  if ("$ref" in schema) {
    const { $ref, ...others } = schema;
    return { anyOf: [{ $ref }, { type: "null" }], ...others };
  }
  return "type" in schema ? { ...schema, type: [schema["type"], "null"] } : schema;
};

export const withDescription = (
  schema: OpenApiObject,
  description: string | null | undefined,
): OpenApiObject => (description ? { ...schema, description } : schema);

/** Builds the schema of an object. All properties are required, except `optional`. */
export const buildObjectSchema = (
  properties: OpenApiObject,
  optional: readonly string[] = [],
): OpenApiObject => {
  const required = Object.keys(properties).filter((name) => !optional.includes(name));
  return { type: "object", properties, ...(required.length > 0 && { required }) };
};
