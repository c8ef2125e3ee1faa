/**
 * Returns whether `if-none-match` contains the ETag. Koa's ctx.fresh returns false for requests with cache-control:
 * no-cache, which fetch sends.
 */
export const isNotModified = (ifNoneMatch: string, etag: string): boolean =>
  ifNoneMatch !== "" &&
  (ifNoneMatch === "*" ||
    ifNoneMatch.split(",").some((one) => `W/${one.trim().replace(/^W\//, "")}` === etag));
