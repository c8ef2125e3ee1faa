import type { ViewerScope } from "../../db/engine/viewer-scope.js";
import type { KeyScope } from "./key-scopes.js";

/** A member is a signed-in manager or rep. A visitor has no credential yet, and can only obtain one. */
export type Role = "integration" | "internal" | "member" | "operator" | "visitor";

/** An authenticated caller. The operator and a visitor have no organization. */
export interface Credential {
  role: Role;
  organizationId: string | null;
  /** The digest of a token. */
  hash?: string;
  /** The session of a signed-in user. */
  sessionId?: string;
  /** The signed-in user. */
  userId?: string;
  /** Whether the signed-in user is a manager. */
  isManager?: boolean;
  /** The person that a named key acts as. */
  personId?: string;
  /** The named key. */
  keyId?: string;
  /** A named key's scopes; absent: everything that the role allows. */
  keyScopes?: ReadonlySet<KeyScope>;
  /** The caller's scope; absent: the whole organization. */
  scope?: ViewerScope;
}
