import { hash } from "node:crypto";

/**
 * What a text is found by where it can be long: its digest. PostgreSQL refuses an index entry of more
 * than 2,704 bytes, and an external id of 1,024 characters may have 4,096.
 */
export const keyOf = (text: string): string => hash("sha256", text, "base64url");

/** The same for a text that may be absent. */
export const keyOrNull = (text: string | null): string | null =>
  text === null ? null : keyOf(text);
