export type Json = Record<string, unknown>;

export const toRecord = (value: unknown): Json => (value ?? {}) as Json;
export const toArray = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

/** An OpenAPI document that resolves references. */
export class OpenapiDocument {
  constructor(readonly document: Json) {}

  /** Returns the value, or what it refers to. */
  resolve(value: unknown): Json {
    const { $ref, ...own } = toRecord(value);
    if (typeof $ref !== "string") return own;
    const parts = $ref.slice(2).split("/");
    const found = parts.reduce((at, part) => toRecord(at[part]), this.document);
    return { ...this.resolve(found), ...own };
  }

  /** Resolves a schema and merges `anyOf`, so that null is one of its types. */
  resolveSchema(value: unknown): Json {
    const { anyOf, ...own } = this.resolve(value);
    if (!Array.isArray(anyOf)) return own;
    const merged = anyOf.map((part) => this.resolveSchema(part));
    return {
      ...(Object.assign({}, ...merged) as Json),
      ...own,
      type: merged.flatMap(({ type }) => type ?? []),
    };
  }

  /** Lists an operation's parameters by location and name. */
  listParameters(operation: Json): Map<string, Json> {
    return new Map(
      toArray(operation["parameters"])
        .map((parameter) => this.resolve(parameter))
        .map((parameter) => [`${String(parameter["in"])} ${String(parameter["name"])}`, parameter]),
    );
  }
}

/** Pairs the operations of two documents by path and method, or event and method. */
export const pairOperations = (
  last: unknown,
  next: unknown,
): [where: string, old: Json, now?: Json][] =>
  Object.entries(toRecord(last)).flatMap(([path, methods]) =>
    Object.entries(toRecord(methods)).map(([method, operation]): [string, Json, Json?] => {
      const now = toRecord(toRecord(next)[path])[method];
      return [
        `${method} ${path}`,
        toRecord(operation),
        ...(now === undefined ? [] : [toRecord(now)]),
      ] as [string, Json, Json?];
    }),
  );
