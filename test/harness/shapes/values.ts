import fc, { type Arbitrary } from "fast-check";
import {
  getNullableType,
  type GraphQLInputField,
  type GraphQLInputType,
  isEnumType,
  isInputObjectType,
  isListType,
  isRequiredInputField,
} from "graphql";
import { anyText } from "../../helpers/rest/any-text.js";
import { almostTimes, validTimes, invalidTimes } from "../../helpers/times.js";
import {
  longTexts,
  almostValidObjects,
  almostValidTexts,
  jsonObjects,
  wrongTypeValues,
  validTexts,
} from "./texts.js";

/** Valid and nearly valid values for a place. */
export interface TriedValues {
  valid: Arbitrary<unknown>;
  almostValid: Arbitrary<unknown>;
}

/** Returns existing names and IDs for a place by its path; none for plain text. */
export type NamesAt = (path: readonly string[]) => string[];

const EXTREMES = [
  "0000-01-01T00:00:00Z",
  "0001-01-01T00:00Z",
  "1969-12-31T23:59:59.999999Z",
  "1970-01-01T00:00:00Z",
  "2024-02-29T23:59:59.9999999999Z",
  "2026-06-30T23:59:60Z",
  "9999-12-31T23:59:59.999Z",
  "10000-01-01T00:00:00Z",
  "+275760-09-13T00:00:00Z",
  "0000-00-00T00:00:00Z",
];
const DAYS = ["2026-03-02", "0000-01-01", "9999-12-31", "2024-02-29", "2023-02-29", "1900-02-29"];

const wrongType = fc.constantFrom(...wrongTypeValues);
const times = validTimes.map(({ text }) => text);
const almostTime = fc.oneof(
  fc.constantFrom(...invalidTimes, ...EXTREMES, ...DAYS),
  almostTimes,
  wrongType,
);
const almostText = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...almostValidTexts) },
  { weight: 1, arbitrary: fc.constantFrom(...longTexts) },
  { weight: 2, arbitrary: wrongType },
);
const validText = fc.oneof(fc.constantFrom(...validTexts), anyText(1, 20));
const almostInt = fc.oneof(
  fc.constantFrom(0, 1, 25, 99, 100, 101, 2 ** 31 - 1),
  fc.integer(),
  wrongType,
);
const SMALL_INTS: TriedValues = {
  valid: fc.oneof(fc.integer({ min: 1, max: 100 }), fc.integer({ min: 0, max: 1e6 })),
  almostValid: almostInt,
};

const scalars: Record<string, TriedValues> = {
  Boolean: { valid: fc.boolean(), almostValid: wrongType },
  Day: {
    valid: fc.constantFrom(...DAYS.slice(0, 4)),
    almostValid: fc.oneof(fc.constantFrom(...DAYS.slice(4), ...EXTREMES), times, wrongType),
  },
  DateTime: { valid: times, almostValid: almostTime },
  Float: { valid: fc.double({ noNaN: true, noDefaultInfinity: true }), almostValid: wrongType },
  Int: SMALL_INTS,
  JSON: { valid: jsonObjects, almostValid: fc.constantFrom(...almostValidObjects) },
};
const bound: TriedValues = {
  valid: fc.oneof(times, fc.constantFrom(...DAYS.slice(0, 4))),
  almostValid: almostTime,
};
scalars["DateFrom"] = scalars["DateTo"] = bound;

const LENGTHS = [99, 100, 101, 200, 201, 1_000, 1_001];
const LONGEST_LENGTHS = [10_000, 10_001, 50_000, 50_001];

const buildListValues = (items: TriedValues): TriedValues => {
  const repeated = (lengths: number[]) =>
    fc
      .tuple(items.valid, fc.constantFrom(...lengths))
      .map(([item, length]) => Array.from({ length }, () => item));
  return {
    valid: fc.array(items.valid, { maxLength: 3 }),
    almostValid: fc.oneof(
      {
        weight: 60,
        arbitrary: fc.array(fc.oneof(items.valid, items.almostValid), { maxLength: 4 }),
      },
      { weight: 20, arbitrary: items.valid },
      { weight: 20, arbitrary: wrongType },
      { weight: 4, arbitrary: repeated(LENGTHS) },
      // Each of these takes as long as a hundred other requests.
      { weight: 1, arbitrary: repeated(LONGEST_LENGTHS) },
    ),
  };
};

const UNKNOWN_FIELDS = ["unknown", "__proto__", "Id", "constructor"];

const buildObjectValues = (
  fields: GraphQLInputField[],
  valuesOf: (field: GraphQLInputField) => TriedValues,
): TriedValues => {
  const tried = fields.map((field) => ({ field, ...valuesOf(field) }));
  const validValues = fc.record(
    Object.fromEntries(tried.map(({ field, valid }) => [field.name, valid])),
    {
      requiredKeys: tried
        .filter(({ field }) => isRequiredInputField(field))
        .map((one) => one.field.name),
    },
  );
  const nearlyValid = fc.record(
    Object.fromEntries(
      tried.map(({ field, valid, almostValid }) => [
        field.name,
        fc.oneof({ weight: 3, arbitrary: valid }, { weight: 1, arbitrary: almostValid }),
      ]),
    ),
    { requiredKeys: [] },
  );
  const withUnknownField = fc
    .tuple(validValues, fc.constantFrom(...UNKNOWN_FIELDS), wrongType)
    .map(([value, name, extraValue]) =>
      Object.fromEntries([...Object.entries(value), [name, extraValue]]),
    );
  return { valid: validValues, almostValid: fc.oneof(nearlyValid, withUnknownField, wrongType) };
};

/** Builds the values to try for a type at a path. */
export const buildTriedValues = (
  declared: GraphQLInputType,
  path: readonly string[],
  namesAt: NamesAt,
): TriedValues => {
  const type = getNullableType(declared);
  if (isListType(type)) return buildListValues(buildTriedValues(type.ofType, path, namesAt));
  if (isInputObjectType(type))
    return buildObjectValues(Object.values(type.getFields()), (field) =>
      buildTriedValues(field.type, [...path, field.name], namesAt),
    );
  if (isEnumType(type)) {
    const names = type.getValues().map(({ name }) => name);
    const upperCased = names.map((name) => name.toUpperCase());
    return {
      valid: fc.constantFrom(...names),
      almostValid: fc.oneof(fc.constantFrom(...upperCased, `${names[0]} `), wrongType),
    };
  }
  const scalar = scalars[type.name];
  if (scalar) return scalar;
  const names = namesAt(path);
  const validValues =
    names.length > 0
      ? fc.oneof(
          { weight: 5, arbitrary: fc.constantFrom(...names) },
          { weight: 1, arbitrary: validText },
        )
      : validText;
  return { valid: validValues, almostValid: almostText };
};
