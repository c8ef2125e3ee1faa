/** Splits the lines into words. */
export const listWords = (...lines: string[]): string[] => lines.join(" ").split(" ");
