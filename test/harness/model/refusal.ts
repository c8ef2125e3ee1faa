/**
 * An error response; the request changes nothing. `words` is the message if the contract defines
 * it.
 */
export class Refusal extends Error {
  constructor(
    readonly code: string,
    readonly field?: string,
    readonly words?: string,
  ) {
    super(`${code} ${field ?? ""}`);
  }
}

export const buildInvalidField = (field: string): Refusal => new Refusal("INVALID_FIELD", field);

export const buildNotFound = (what?: string): Refusal =>
  new Refusal("NOT_FOUND", undefined, what === undefined ? "Not found" : `${what} not found`);

/** Returns the thing. @throws NOT_FOUND if it is undefined */
export const requireFound = <T>(thing: T | undefined, what?: string): T => {
  if (thing === undefined) throw buildNotFound(what);
  return thing;
};

/** Removes undefined fields; those keep their stored values. */
export const omitUndefined = <T extends object>(fields: T): Partial<T> =>
  Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined),
  ) as Partial<T>;
