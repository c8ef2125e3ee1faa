import type { Db } from "../db/connect.js";
import { putSetupLink } from "../db/setup-links.js";
import { COMMAND_LINE, note } from "./auditing.js";
import type { Services } from "./context.js";
import { digest } from "./credentials.js";
import { newToken } from "./sessions.js";

const HOLDS_MS = 30 * 60_000;

/**
 * A link by which whoever has it becomes an admin of the organization, once and within 30 minutes; the
 * one before ends. The token is a fragment, which no browser sends: no log of a proxy has it.
 */
export const issueSetupLink = async (
  trx: Db,
  services: Pick<Services, "newId" | "now" | "publicUrl" | "randomBytes">,
  organizationId: string,
): Promise<{ url: string; expiresAt: number }> => {
  const { now, publicUrl, randomBytes } = services;
  const token = newToken(randomBytes);
  const expiresAt = now() + HOLDS_MS;
  await putSetupLink(trx, organizationId, { hash: digest(token), expiresAt });
  await note(trx, services, organizationId, COMMAND_LINE, { action: "setup_link.created" });
  return { url: `${publicUrl}/setup#${token}`, expiresAt };
};
