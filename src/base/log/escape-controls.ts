// Control characters without tab and line feed, and characters that change the text direction or break lines.
const CONTROLS = /[^\P{Cc}\t\n]|[\u200B-\u200F\u2028-\u202E\u2066-\u2069\uFEFF]/gu;

/** Escapes characters that control a terminal, as JSON does, because a text may come from anyone. */
export const escapeControls = (text: string): string =>
  text.replaceAll(
    CONTROLS,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );

const LINE_CONTROLS: Readonly<Record<string, string>> = { "\t": "\\t", "\n": "\\n" };

/** Escapes as `escapeControls`, and tab and line feed too: the text stays one line. */
export const escapeLine = (text: string): string =>
  escapeControls(text).replaceAll(/[\t\n]/g, (character) => LINE_CONTROLS[character]!);
