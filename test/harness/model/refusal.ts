/** A request is refused, and changes nothing. `message` where the contract has its words. */
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

/** What has been found. @throws the refusal of what is not there */
export const requireFound = <T>(thing: T | undefined, what?: string): T => {
  if (thing === undefined) throw buildNotFound(what);
  return thing;
};

/** The fields that were sent; what is absent stays as it was. */
export const omitUndefined = <T extends object>(fields: T): Partial<T> =>
  Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined),
  ) as Partial<T>;
