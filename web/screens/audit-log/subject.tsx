import { Mail } from "../../parts/mail.js";
import { href } from "../../src/location.js";
import type { AuditLogQuery, AuditNamesQuery } from "../audit-log.graphql.js";

/** What an entry is about: by name where it is still there, else by its id. */
export const Subject = ({
  of: { action, subject },
  names,
}: {
  of: AuditLogQuery["auditLog"]["nodes"][number];
  names: AuditNamesQuery | undefined;
}) => {
  if (subject === null) return null;
  if (subject.includes("@")) return <Mail of={subject} />;
  const webhook = names?.webhooks.find(({ id }) => id === subject);
  if (webhook) return <a href={href("/webhooks/:id", { id: webhook.id })}>{webhook.url}</a>;
  const named = [...(names?.teams ?? []), ...(names?.templates ?? [])];
  const name = named.find(({ id }) => id === subject)?.name;
  // One's own sessions are listed without their ids.
  if (name !== undefined || action.startsWith("session.")) return name;
  return <code class="small">{subject}</code>;
};
