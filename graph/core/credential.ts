/** A visitor has no credential yet, and can only get one. */
export type Role = "integration" | "internal" | "operator" | "visitor";

/** An authenticated caller. The operator and a visitor have no organization. */
export interface Credential {
  role: Role;
  organizationId: string | null;
  /** The digest of a token. */
  hash?: string;
  /** The session of a signed-in admin. */
  sessionId?: string;
  /** The signed-in admin. */
  userId?: string;
}
