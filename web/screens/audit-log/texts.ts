import type { AuditActor } from "./audit-log.graphql.js";

/** Texts for every audit action. */
export const actionTexts: Record<string, string> = {
  "session.signed_in": "Signed in",
  "session.sign_in_failed": "Sign-in failed",
  "session.ended": "Session ended",
  "key.refreshed": "API key refreshed",
  "token.created": "Token created",
  "dialer.secret_set": "Phone system secret set",
  "dialer.secret_cleared": "Phone system secret cleared",
  "dialer.media_credential_set": "Phone system recording login set",
  "dialer.media_credential_cleared": "Phone system recording login cleared",
  "webhook.created": "Webhook created",
  "webhook.updated": "Webhook updated",
  "webhook.deleted": "Webhook deleted",
  "webhook.secret_rotated": "Webhook secret rotated",
  "admin.created": "Admin created",
  "admin.deleted": "Admin deleted",
  "admin.password_changed": "Password changed",
  "setup_link.created": "Setup link created",
  "user.created": "User created",
  "user.updated": "User updated",
  "team.created": "Team created",
  "team.updated": "Team updated",
  "team.deleted": "Team deleted",
  "template.created": "Template created",
  "template.updated": "Template updated",
  "retention.updated": "Retention updated",
  "retention.applied": "Old content removed",
  "recording.deleted": "Recording deleted",
  "client.deleted": "Client deleted",
  "transcript.corrected": "Transcript corrected",
  "transcript.restored": "Transcript corrections undone",
  "clock.confirmed": "Clock confirmed",
  "erasure.reapplied": "Erased again after a restore",
  "organization.created": "Organization created",
};

/** Texts for entries without an admin's e-mail. */
export const actorTexts: Record<AuditActor, string> = {
  admin: "An admin",
  internal_token: "Internal token",
  operator_token: "Operator token",
  setup_link: "Setup link",
  command_line: "Command line",
  visitor: "Visitor",
  program: "debrief",
};
