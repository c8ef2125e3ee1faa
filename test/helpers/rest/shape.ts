import { isEventName } from "../../../graph/webhooks/events.js";

const kindChecks = {
  string: (value: unknown) => typeof value === "string",
  text: (value: unknown) => typeof value === "string" && value !== "",
  integer: (value: unknown) => Number.isInteger(value),
  number: (value: unknown) => typeof value === "number",
  boolean: (value: unknown) => typeof value === "boolean",
  time: (value: unknown) =>
    typeof value === "string" && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(value),
  position: (value: unknown) =>
    typeof value === "string" && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/.test(value),
  id: (value: unknown) =>
    typeof value === "string" &&
    /^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/.test(value),
  object: (value: unknown) => isObject(value),
  event: (value: unknown) => typeof value === "string" && isEventName(value),
  /** Null in any data. */
  null: (value: unknown) => value === null,
};

type Kind = keyof typeof kindChecks;

/** A nullable value: present in full data, null in sparse data. */
export class Optional {
  constructor(readonly shape: Shape) {}
}

/**
 * The expected form of a JSON value: exactly these keys, or a list of such items. A kind with `?`
 * is nullable; `=processed` is that exact text.
 */
export type Shape =
  | Kind
  | `${Kind}?`
  | `=${string}`
  | Optional
  | [Shape]
  | { [key: string]: Shape };

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const parseOptional = (shape: string): Optional | undefined =>
  shape.endsWith("?") ? new Optional(shape.slice(0, -1) as Kind) : undefined;

const formatValue = (value: unknown): string => JSON.stringify(value) ?? "undefined";

const checkKind = (value: unknown, kind: string, path: string): string[] => {
  const fits = kind.startsWith("=") ? value === kind.slice(1) : kindChecks[kind as Kind](value);
  return fits ? [] : [`${path} is ${formatValue(value)}, not ${kind}`];
};

/**
 * Returns the paths at which the value doesn't match the shape; empty if it matches. In full data nothing is null and
 * no list empty; in sparse data every nullable value is null; in any data both are allowed, and text may be empty.
 */
export const findShapeDifferences = (
  value: unknown,
  shape: Shape,
  data: "full" | "sparse" | "any",
  path = "body",
): string[] => {
  if (typeof shape === "string") {
    const nullable = parseOptional(shape);
    if (nullable) return findShapeDifferences(value, nullable, data, path);
    return checkKind(value, data === "any" && shape === "text" ? "string" : shape, path);
  }
  if (shape instanceof Optional) {
    if (data === "full" || (data === "any" && value !== null))
      return findShapeDifferences(value, shape.shape, data, path);
    return value === null ? [] : [`${path} is ${formatValue(value)}, not null`];
  }
  if (Array.isArray(shape)) {
    if (!Array.isArray(value)) return [`${path} is ${formatValue(value)}, not a list`];
    if (data === "full" && value.length === 0) return [`${path} is empty`];
    return value.flatMap((item, index) =>
      findShapeDifferences(item, shape[0], data, `${path}[${index}]`),
    );
  }
  if (!isObject(value)) return [`${path} is ${formatValue(value)}, not an object`];
  return [
    ...Object.keys(value)
      .filter((key) => !Object.hasOwn(shape, key))
      .map((key) => `${path}.${key} is not in the contract`),
    ...Object.entries(shape).flatMap(([key, inner]) =>
      Object.hasOwn(value, key)
        ? findShapeDifferences(value[key], inner, data, `${path}.${key}`)
        : [`${path}.${key} is missing`],
    ),
  ];
};
