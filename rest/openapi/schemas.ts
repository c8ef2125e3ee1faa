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
  JSON: {},
};

/** The schemas that have a name. */
export class Components {
  readonly schemas: Record<string, OpenApiObject> = {};

  /** A reference to the schema of this name. @throws where the name already means something else */
  addSchema(name: string, schema: OpenApiObject): OpenApiObject {
    const known = this.schemas[name];
    if (known && JSON.stringify(known) !== JSON.stringify(schema))
      throw new Error(`${name} would mean two things in the API's document`);
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

  /** Of a value without parts. @throws for a scalar that has no schema yet */
  resolveLeaf(type: GraphQLNamedType): OpenApiObject {
    if (isEnumType(type)) return this.#enum(type);
    const schema = scalars[type.name];
    if (!schema) throw new Error(`${type.name} is no type of the API's document`);
    return schema;
  }
}

/** The schema, or null. */
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

/** An object with these properties, all there but the optional ones. */
export const buildObjectSchema = (
  properties: OpenApiObject,
  optional: readonly string[] = [],
): OpenApiObject => {
  const required = Object.keys(properties).filter((name) => !optional.includes(name));
  return { type: "object", properties, ...(required.length > 0 && { required }) };
};
