import { insertAuditEntries } from "../../db/organizations/audit-log.js";
import type { Db } from "../../db/engine/connect.js";
import { findUserById } from "../../db/people/users.js";
import { write } from "../../db/engine/write.js";
import type { Context, Services } from "../context/context.js";
import type { Actor } from "../core/actor.js";
import { contentViewActions } from "../core/content-views.js";

/** The closed set of audited actions. */
export const auditActions = [
  "organization.created",
  "organization.updated",
  "key.refreshed",
  "key.created",
  "key.revoked",
  "token.created",
  "webhook.created",
  "webhook.updated",
  "webhook.deleted",
  "webhook.secret_rotated",
  "admin.created",
  "admin.deleted",
  "admin.password_changed",
  "account.invited",
  "account.invitation_revoked",
  "account.role_changed",
  "account.deleted",
  "account.password_link_created",
  "account.password_link_requested",
  "account.password_set",
  "account.joined",
  "account.identity_linked",
  "account.weekly_mail_set",
  "dialer.secret_set",
  "dialer.secret_cleared",
  "dialer.media_credential_set",
  "dialer.media_credential_cleared",
  "dialer.rep_channel_set",
  "calendar.created",
  "calendar.deleted",
  "calendar.polled",
  "calendar.updated",
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
  "calls.reanalyzed",
  "tracker.created",
  "tracker.updated",
  "tracker.deleted",
  "clip.created",
  "clip.shared",
  "clip.unshared",
  "clip.deleted",
  "clip.link_created",
  "clip.link_ended",
  "targets.updated",
  "vocabulary.updated",
  "consent.updated",
  "redaction.updated",
  "retention.updated",
  "retention.applied",
  "recording.deleted",
  "client.deleted",
  "transcript.corrected",
  "transcript.restored",
  "match.linked",
  "match.unlinked",
  "analysis.requested",
  "analysis.restored",
  "clock.confirmed",
  "erasure.reapplied",
  ...contentViewActions,
] as const;

type AuditAction = (typeof auditActions)[number];

/** A change as the audit log stores it: names of fields, never their values. */
export interface AuditedChange {
  action: AuditAction;
  /** An id, or the e-mail of a user. */
  subject?: string;
  fields?: readonly string[];
  /** How a user signed in, why the sign-in failed, or which version of an analysis was restored. */
  detail?: string;
  /** The number of recordings that an erasure removed. */
  recordings?: number;
}

/** Writes an entry of the audit log, in the transaction of the change itself. */
export const writeAuditEntry = async (
  trx: Db,
  { newId, now }: Pick<Services, "newId" | "now">,
  organizationId: string,
  { kind, userId, ipAddress }: Actor,
  { action, subject, fields = [], detail, recordings }: AuditedChange,
): Promise<void> => {
  const user = userId === null ? undefined : await findUserById(trx, organizationId, userId);
  await insertAuditEntries(trx, organizationId, [
    {
      id: newId(),
      at: now(),
      action,
      actor: kind,
      userId,
      email: user?.email ?? null,
      ipAddress,
      subject: subject ?? null,
      fields: JSON.stringify(fields),
      detail: detail ?? null,
      recordings: recordings ?? null,
      isLook: 0,
    },
  ]);
};

/** Writes an entry for the caller, in the caller's organization. */
export const audit = async (trx: Db, context: Context, change: AuditedChange): Promise<void> =>
  writeAuditEntry(trx, context, context.organizationId, context.actor(), change);

/** Writes an entry if a signed-in user makes the change: what programs change all day would bury the rest. */
export const auditPerson = async (
  trx: Db,
  context: Context,
  change: AuditedChange,
): Promise<void> => {
  if (context.userId !== undefined) await audit(trx, context, change);
};

/** The actions whose subject is a recording. */
export const RECORDING_ACTIONS: ReadonlySet<string> = new Set<AuditAction>([
  "transcript.corrected",
  "transcript.restored",
  "transcript.opened",
  "media.played",
  "match.linked",
  "match.unlinked",
  "analysis.requested",
  "analysis.restored",
]);

/** Writes an entry for an upsert: created or updated; writes none if no field changed. */
export const auditUpsert = async <T extends object>(
  trx: Db,
  context: Context,
  kind: "user" | "team" | "template" | "tracker",
  { subject, before, after }: { subject: string; before: T | undefined; after: T },
): Promise<void> => {
  const fields = before ? listChangedFields(before, after) : [];
  if (!before) await audit(trx, context, { action: `${kind}.created`, subject });
  else if (fields.length > 0)
    await audit(trx, context, { action: `${kind}.updated`, subject, fields });
};

/**
 * Writes an entry for a failed sign-in as an admin. The caller doesn't wait for it: the time it takes would show that
 * such an admin exists. A failed write is dropped here, because the server log also records every failed sign-in.
 */
export const auditFailedSignIn = (
  services: Pick<Services, "db" | "newId" | "now">,
  { organizationId, email }: { organizationId: string; email: string },
  ipAddress: string | null,
): void => {
  const actor = { kind: "visitor", userId: null, ipAddress } as const;
  const change = {
    action: "session.sign_in_failed",
    subject: email,
    detail: "password",
  } as const;
  write(services.db, organizationId, (trx) =>
    writeAuditEntry(trx, services, organizationId, actor, change),
  ).catch(() => {});
};

/** Returns the names of the fields whose values differ after a change. */
export const listChangedFields = <T extends object>(before: T, after: Partial<T>): string[] =>
  Object.keys(after).filter(
    (field) => JSON.stringify(before[field as keyof T]) !== JSON.stringify(after[field as keyof T]),
  );
