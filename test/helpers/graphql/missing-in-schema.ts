import {
  type GraphQLSchema,
  isEnumType,
  isInputObjectType,
  isObjectType,
  isScalarType,
} from "graphql";

interface Typed {
  name: string;
  type: unknown;
  defaultValue?: unknown;
}

const findMissingFields = (
  where: string,
  expectedFields: readonly Typed[],
  actual: readonly Typed[],
): string[] =>
  expectedFields.flatMap(({ name, type, defaultValue }) => {
    const field = actual.find((other) => other.name === name);
    if (!field) return [`${where}.${name} is missing`];
    if (String(field.type) !== String(type))
      return [`${where}.${name} is ${String(field.type)}, not ${String(type)}`];
    return JSON.stringify(field.defaultValue) === JSON.stringify(defaultValue)
      ? []
      : [`${where}.${name} has another default`];
  });

/** Returns the parts of the promised schema that are missing in `schema`, or have another type or nullability. */
export const findMissingInSchema = (promised: GraphQLSchema, schema: GraphQLSchema): string[] =>
  Object.values(promised.getTypeMap()).flatMap((type) => {
    if (type.name.startsWith("__")) return [];
    const ours = schema.getType(type.name);
    if (!ours) return [`${type.name} is missing`];
    if (isScalarType(type)) return isScalarType(ours) ? [] : [`${type.name} isn't a scalar`];
    if (isEnumType(type) && isEnumType(ours))
      return type
        .getValues()
        .filter((value) => !ours.getValue(value.name))
        .map((value) => `${type.name}.${value.name} is missing`);
    if (isInputObjectType(type) && isInputObjectType(ours))
      return findMissingFields(
        type.name,
        Object.values(type.getFields()),
        Object.values(ours.getFields()),
      );
    if (isObjectType(type) && isObjectType(ours))
      return Object.values(type.getFields()).flatMap((field) => {
        const other = ours.getFields()[field.name];
        const where = `${type.name}.${field.name}`;
        return [
          ...findMissingFields(type.name, [field], other ? [other] : []),
          ...findMissingFields(where, field.args, other?.args ?? []),
        ];
      });
    return [`${type.name} has another kind`];
  });
