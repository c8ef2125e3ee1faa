/**
 * Joins the parts into one flat string, for values that appear in every row of a response. V8 keeps the
 * result of `+` and of templates as a tree, and JSON.stringify is three times slower with a tree in it.
 */
export const concatFlat = (...parts: string[]): string => parts.join("");
