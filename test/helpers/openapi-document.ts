export type Json = Record<string, unknown>;

export const toRecord = (value: unknown): Json => (value ?? {}) as Json;
export const toArray = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

/** An OpenAPI document whose references are followed. */
export class OpenapiDocument {
  constructor(readonly document: Json) {}

  /** What a value is, or what it refers to. */
  resolve(value: unknown): Json {
    const { $ref, ...own } = toRecord(value);
    if (typeof $ref !== "string") return own;
    const parts = $ref.slice(2).split("/");
    const found = parts.reduce((at, part) => toRecord(at[part]), this.document);
    return { ...this.resolve(found), ...own };
  }

  /** A schema of which null is a type, as of any other. */
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

  /** The parameters of an operation, by where they are and their names. */
  listParameters(operation: Json): Map<string, Json> {
    return new Map(
      toArray(operation["parameters"])
        .map((parameter) => this.resolve(parameter))
        .map((parameter) => [`${String(parameter["in"])} ${String(parameter["name"])}`, parameter]),
    );
  }
}

/** What one document has under each path and method, or event and method, and what another has there. */
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
