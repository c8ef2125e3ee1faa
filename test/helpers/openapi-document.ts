export type Json = Record<string, unknown>;

export const record = (value: unknown): Json => (value ?? {}) as Json;
export const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

/** An OpenAPI document whose references are followed. */
export class Side {
  constructor(readonly document: Json) {}

  /** What a value is, or what it refers to. */
  of(value: unknown): Json {
    const { $ref, ...own } = record(value);
    if (typeof $ref !== "string") return own;
    const parts = $ref.slice(2).split("/");
    const found = parts.reduce((at, part) => record(at[part]), this.document);
    return { ...this.of(found), ...own };
  }

  /** A schema of which null is a type, as of any other. */
  schema(value: unknown): Json {
    const { anyOf, ...own } = this.of(value);
    if (!Array.isArray(anyOf)) return own;
    const merged = anyOf.map((part) => this.schema(part));
    return {
      ...(Object.assign({}, ...merged) as Json),
      ...own,
      type: merged.flatMap(({ type }) => type ?? []),
    };
  }

  /** The parameters of an operation, by where they are and their names. */
  parameters(operation: Json): Map<string, Json> {
    return new Map(
      list(operation["parameters"])
        .map((parameter) => this.of(parameter))
        .map((parameter) => [`${String(parameter["in"])} ${String(parameter["name"])}`, parameter]),
    );
  }
}

/** What one document has under each path and method, or event and method, and what another has there. */
export const pairs = (last: unknown, next: unknown): [where: string, old: Json, now?: Json][] =>
  Object.entries(record(last)).flatMap(([path, methods]) =>
    Object.entries(record(methods)).map(([method, operation]): [string, Json, Json?] => {
      const now = record(record(next)[path])[method];
      return [
        `${method} ${path}`,
        record(operation),
        ...(now === undefined ? [] : [record(now)]),
      ] as [string, Json, Json?];
    }),
  );
