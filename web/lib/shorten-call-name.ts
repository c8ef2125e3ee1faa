const SEPARATORS = /(?:[\s,;:·|/–—-]|\b(?:with|for)\b)+$/u;

/** Returns the name of a call without the client's name at its end, which stands beside it. */
export const shortenCallName = (name: string, client: string | null | undefined): string => {
  if (!client || !name.endsWith(client)) return name;
  return name.slice(0, -client.length).replace(SEPARATORS, "") || name;
};
