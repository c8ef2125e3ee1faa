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
import { anyText } from "../helpers/texts.js";
import { nearTimes, validTimes, wrongTimes } from "../helpers/times.js";
import { longTexts, nearObjects, nearTexts, objects, others, rightTexts } from "./texts.js";

/** What is tried in a place: what fits there, and what nearly does. */
export interface Tried {
  right: Arbitrary<unknown>;
  near: Arbitrary<unknown>;
}

/** What could be named in a place, by its path; none where it is only text. */
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

const other = fc.constantFrom(...others);
const times = validTimes.map(({ text }) => text);
const wrongTime = fc.oneof(fc.constantFrom(...wrongTimes, ...EXTREMES, ...DAYS), nearTimes, other);
const wrongText = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...nearTexts) },
  { weight: 1, arbitrary: fc.constantFrom(...longTexts) },
  { weight: 2, arbitrary: other },
);
const anyRight = fc.oneof(fc.constantFrom(...rightTexts), anyText(1, 20));
const nearInt = fc.oneof(fc.constantFrom(0, 1, 25, 99, 100, 101, 2 ** 31 - 1), fc.integer(), other);
const FEW: Tried = {
  right: fc.oneof(fc.integer({ min: 1, max: 100 }), fc.integer({ min: 0, max: 1e6 })),
  near: nearInt,
};

const scalars: Record<string, Tried> = {
  Boolean: { right: fc.boolean(), near: other },
  DateTime: { right: times, near: wrongTime },
  Float: { right: fc.double({ noNaN: true, noDefaultInfinity: true }), near: other },
  Int: FEW,
  JSON: { right: objects, near: fc.constantFrom(...nearObjects) },
};
const bound: Tried = {
  right: fc.oneof(times, fc.constantFrom(...DAYS.slice(0, 4))),
  near: wrongTime,
};
scalars["DateFrom"] = scalars["DateTo"] = bound;

const LENGTHS = [99, 100, 101, 200, 201, 1_000, 1_001];
const LONGEST = [10_000, 10_001, 50_000, 50_001];

const list = (items: Tried): Tried => {
  const repeated = (lengths: number[]) =>
    fc
      .tuple(items.right, fc.constantFrom(...lengths))
      .map(([item, length]) => Array.from({ length }, () => item));
  return {
    right: fc.array(items.right, { maxLength: 3 }),
    near: fc.oneof(
      { weight: 60, arbitrary: fc.array(fc.oneof(items.right, items.near), { maxLength: 4 }) },
      { weight: 20, arbitrary: items.right },
      { weight: 20, arbitrary: other },
      { weight: 4, arbitrary: repeated(LENGTHS) },
      // Of these each takes as long as a hundred others.
      { weight: 1, arbitrary: repeated(LONGEST) },
    ),
  };
};

const UNKNOWN = ["unknown", "__proto__", "Id", "constructor"];

const object = (fields: GraphQLInputField[], of: (field: GraphQLInputField) => Tried): Tried => {
  const tried = fields.map((field) => ({ field, ...of(field) }));
  const right = fc.record(
    Object.fromEntries(tried.map(({ field, right }) => [field.name, right])),
    {
      requiredKeys: tried
        .filter(({ field }) => isRequiredInputField(field))
        .map((one) => one.field.name),
    },
  );
  const nearly = fc.record(
    Object.fromEntries(
      tried.map(({ field, right, near }) => [
        field.name,
        fc.oneof({ weight: 3, arbitrary: right }, { weight: 1, arbitrary: near }),
      ]),
    ),
    { requiredKeys: [] },
  );
  const unknown = fc
    .tuple(right, fc.constantFrom(...UNKNOWN), other)
    .map(([value, name, put]) => Object.fromEntries([...Object.entries(value), [name, put]]));
  return { right, near: fc.oneof(nearly, unknown, other) };
};

/** What is tried of a type at a path. */
export const valuesOf = (
  declared: GraphQLInputType,
  path: readonly string[],
  namesAt: NamesAt,
): Tried => {
  const type = getNullableType(declared);
  if (isListType(type)) return list(valuesOf(type.ofType, path, namesAt));
  if (isInputObjectType(type))
    return object(Object.values(type.getFields()), (field) =>
      valuesOf(field.type, [...path, field.name], namesAt),
    );
  if (isEnumType(type)) {
    const names = type.getValues().map(({ name }) => name);
    const cased = names.map((name) => name.toUpperCase());
    return {
      right: fc.constantFrom(...names),
      near: fc.oneof(fc.constantFrom(...cased, `${names[0]} `), other),
    };
  }
  const scalar = scalars[type.name];
  if (scalar) return scalar;
  const names = namesAt(path);
  const right =
    names.length > 0
      ? fc.oneof(
          { weight: 5, arbitrary: fc.constantFrom(...names) },
          { weight: 1, arbitrary: anyRight },
        )
      : anyRight;
  return { right, near: wrongText };
};
