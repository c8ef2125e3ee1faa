import { escapeControls } from "../../base/log/escape-controls.js";

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
    : escapeControls(JSON.stringify(text));
};
