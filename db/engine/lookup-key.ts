import { hash } from "node:crypto";

/**
 * Returns the digest under which an index stores a long text. PostgreSQL refuses index entries above 2,704 bytes; an
 * external id of 1,024 characters can have 4,096.
 */
export const buildLookupKey = (text: string): string => hash("sha256", text, "base64url");

/** Returns the digest of a text, or null for null. */
export const buildLookupKeyOrNull = (text: string | null): string | null =>
  text === null ? null : buildLookupKey(text);
