import type { AuditActor } from "../audit-log.graphql.js";

/** The closed set of what the log tells, as people say it. */
export const actions: Record<string, string> = {
  "session.signed_in": "Signed in",
  "session.sign_in_failed": "Sign-in failed",
  "session.ended": "Session ended",
  "key.refreshed": "API key refreshed",
  "token.created": "Token created",
  "dialer.secret_set": "Phone system's secret set",
  "dialer.secret_cleared": "Phone system's secret cleared",
  "webhook.created": "Webhook created",
  "webhook.updated": "Webhook changed",
  "webhook.deleted": "Webhook deleted",
  "webhook.secret_rotated": "Webhook secret rotated",
  "admin.created": "Admin created",
  "admin.deleted": "Admin deleted",
  "admin.password_changed": "Password changed",
  "setup_link.created": "Set-up link created",
  "user.created": "User created",
  "user.updated": "User changed",
  "team.created": "Team created",
  "team.updated": "Team changed",
  "team.deleted": "Team deleted",
  "template.created": "Template created",
  "template.updated": "Template changed",
  "retention.updated": "Retention changed",
  "retention.applied": "Old content removed",
  "organization.created": "Organization created",
};

/** What something was done with, where no admin's e-mail is known. */
export const actors: Record<AuditActor, string> = {
  admin: "An admin",
  internal_token: "Internal token",
  operator_token: "Operator token",
  setup_link: "Set-up link",
  command_line: "Command line",
  visitor: "Unknown",
  program: "debrief itself",
};
