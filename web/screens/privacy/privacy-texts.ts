/** What happens to refused calls. */
export const refusedConsentTexts = {
  hidden: "hidden: stored, not analyzed, shown to admins only",
  transcript_only: "transcript only: analyzed, and the audio deleted",
  erased: "erased at once",
} as const;

export interface PatternLine {
  name: string;
  pattern: string;
}

/** Writes a pattern per line: `customer no = K-[0-9]{6}`. */
export const formatPatterns = (patterns: readonly PatternLine[]): string =>
  patterns.map(({ name, pattern }) => `${name} = ${pattern}`).join("\n");

/** Reads a pattern per line. A line without `=` has no pattern, which the server refuses. */
export const parsePatterns = (text: string): PatternLine[] =>
  text
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line) => {
      const [name = "", ...rest] = line.split("=");
      return { name: name.trim(), pattern: rest.join("=").trim() };
    });
