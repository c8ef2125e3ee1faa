import { Email } from "../../parts/value/email.js";
import { href } from "../../lib/location.js";
import type { AuditLogQuery, AuditNamesQuery } from "./audit-log.graphql.js";

/** The object of an audit entry: its name, or its ID if it has been deleted. */
export const Subject = ({
  entry: { action, recording, subject },
  names,
}: {
  entry: AuditLogQuery["auditLog"]["nodes"][number];
  names: AuditNamesQuery | undefined;
}) => {
  if (subject === null) return null;
  if (subject.includes("@")) return <Email address={subject} />;
  if (recording) return <a href={href("/recordings/:id", { id: subject })}>{recording.name}</a>;
  if (/^(transcript|media|match|analysis)\./.test(action)) return "Erased recording";
  const webhook = names?.webhooks.find(({ id }) => id === subject);
  if (webhook) return <a href={href("/webhooks/:id", { id: webhook.id })}>{webhook.url}</a>;
  const namedItems = [...(names?.teams ?? []), ...(names?.templates ?? [])];
  const name = namedItems.find(({ id }) => id === subject)?.name;
  // A session's ID means nothing to the user.
  if (name !== undefined || action.startsWith("session.")) return name;
  return <code class="small">{subject}</code>;
};
