/**
 * Returns whether `if-none-match` has the entity tag. Koa's ctx.fresh returns false for requests with
 * cache-control: no-cache, which fetch sends.
 */
export const isNotModified = (ifNoneMatch: string, tag: string): boolean =>
  ifNoneMatch !== "" &&
  (ifNoneMatch === "*" ||
    ifNoneMatch.split(",").some((one) => `W/${one.trim().replace(/^W\//, "")}` === tag));
