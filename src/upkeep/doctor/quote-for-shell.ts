/** Quotes a path as one word of a shell command. */
export const quoteForShell = (path: string): string =>
  /^[\w./:@%+,=-]+$/.test(path) ? path : `'${path.replaceAll("'", `'\\''`)}'`;
