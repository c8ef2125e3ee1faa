/** Returns the words of the lines. */
export const listWords = (...lines: string[]): string[] => lines.join(" ").split(" ");
