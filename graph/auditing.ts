import { insertAuditEntry } from "../db/audit-log.js";
import type { Db } from "../db/connect.js";
import { userById } from "../db/users.js";
import { write } from "../db/write.js";
import type { Context, Credential, Services } from "./context.js";

/** The closed set of what the audit log tells. */
export const actions = [
  "organization.created",
  "key.refreshed",
  "token.created",
  "webhook.created",
  "webhook.updated",
  "webhook.deleted",
  "webhook.secret_rotated",
  "admin.created",
  "admin.deleted",
  "admin.password_changed",
  "dialer.secret_set",
  "dialer.secret_cleared",
  "setup_link.created",
  "session.signed_in",
  "session.sign_in_failed",
  "session.ended",
  "user.created",
  "user.updated",
  "team.created",
  "team.updated",
  "team.deleted",
  "template.created",
  "template.updated",
  "retention.updated",
  "retention.applied",
] as const;

export type Action = (typeof actions)[number];

/** What a change was made with; a visitor has nothing, and can only fail. */
export const Actors = {
  admin: "admin",
  internal_token: "internal_token",
  operator_token: "operator_token",
  setup_link: "setup_link",
  command_line: "command_line",
  visitor: "visitor",
  program: "program",
} as const;

/** Who changes something, and from where. */
export interface Actor {
  kind: keyof typeof Actors;
  userId: string | null;
  address: string | null;
}

/** Whoever has the machine. */
export const COMMAND_LINE: Actor = { kind: "command_line", userId: null, address: null };

/** What debrief does by itself, at its time. */
export const PROGRAM: Actor = { kind: "program", userId: null, address: null };

const kindOf = ({ role, sessionId, hash }: Credential): Actor["kind"] => {
  if (sessionId !== undefined) return "admin";
  if (role === "visitor") return "setup_link";
  if (role === "operator") return "operator_token";
  // The program itself has no token.
  return hash === undefined ? "command_line" : "internal_token";
};

/** As whom a credential changes something. */
export const actorOf = (credential: Credential, address: string | null): Actor => ({
  kind: kindOf(credential),
  userId: credential.userId ?? null,
  address,
});

/** What was changed: by their names, never with a value. */
export interface Change {
  action: Action;
  /** An id, or the e-mail of a user. */
  subject?: string;
  fields?: readonly string[];
}

/** Writes down who changed what, in the transaction of the change. */
export const note = async (
  trx: Db,
  { newId, now }: Pick<Services, "newId" | "now">,
  organizationId: string,
  { kind, userId, address }: Actor,
  { action, subject, fields = [] }: Change,
): Promise<void> => {
  const user = userId === null ? undefined : await userById(trx, organizationId, userId);
  await insertAuditEntry(trx, organizationId, {
    id: newId(),
    at: now(),
    action,
    actor: kind,
    userId,
    email: user?.email ?? null,
    address,
    subject: subject ?? null,
    fields: JSON.stringify(fields),
  });
};

/** The same for a change of the caller's in the caller's organization. */
export const audit = async (trx: Db, context: Context, change: Change): Promise<void> =>
  note(trx, context, context.organizationId, context.actor(), change);

/** The same for what has been created or changed by one mutation; nothing where it is as it was. */
export const auditUpsert = async <T extends object>(
  trx: Db,
  context: Context,
  what: "user" | "team" | "template",
  { subject, before, after }: { subject: string; before: T | undefined; after: T },
): Promise<void> => {
  const fields = before ? changed(before, after) : [];
  if (!before) await audit(trx, context, { action: `${what}.created`, subject });
  else if (fields.length > 0)
    await audit(trx, context, { action: `${what}.updated`, subject, fields });
};

/**
 * Writes down that somebody has tried to sign in as an admin, and could not. Nobody waits for it: how long
 * it takes would tell that there is such an admin. Where it cannot be written, the program's log has it.
 */
export const noteFailedSignIn = (
  services: Pick<Services, "db" | "newId" | "now">,
  { organizationId, email }: { organizationId: string; email: string },
  address: string | null,
): void => {
  const actor = { kind: "visitor", userId: null, address } as const;
  const change = { action: "session.sign_in_failed", subject: email } as const;
  write(services.db, organizationId, (trx) =>
    note(trx, services, organizationId, actor, change),
  ).catch(() => {});
};

/** The names of the fields whose value is another one after a change. */
export const changed = <T extends object>(before: T, after: Partial<T>): string[] =>
  Object.keys(after).filter(
    (field) => JSON.stringify(before[field as keyof T]) !== JSON.stringify(after[field as keyof T]),
  );
