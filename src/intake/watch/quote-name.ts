const UTF_8 = new TextDecoder("utf-8", { fatal: true });

/** Returns a file's name as text; undefined for bytes that aren't UTF-8. */
export const decodeName = (name: Buffer): string | undefined => {
  try {
    return UTF_8.decode(name);
  } catch {
    return undefined;
  }
};

/** Quotes a file's name for logs and reasons: control characters and bytes that aren't UTF-8 are escaped. */
export const quoteName = (name: Buffer): string => {
  const text = decodeName(name);
  return text === undefined
    ? `"${name.toString("latin1").replaceAll(/[^ !#-[\]-~]/g, (byte) => `\\x${byte.charCodeAt(0).toString(16).padStart(2, "0")}`)}"`
    : JSON.stringify(text).replaceAll(
        // Also what turns the direction of text, or breaks lines, in a terminal.
        /[\u007F-\u009F\u200B-\u200F\u2028-\u202E\u2066-\u2069\uFEFF]/g,
        (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
      );
};
