import type { Db } from "../../db/engine/connect.js";
import { upsertSetupLink } from "../../db/sign-in/setup-links.js";
import { writeAuditEntry } from "../access/audit.js";
import { COMMAND_LINE_ACTOR } from "../core/actor.js";
import type { Services } from "../context/context.js";
import { hashSecret } from "../access/credentials.js";
import { generateToken } from "./sessions.js";
import { SIGN_IN_LIMITS } from "./sign-in-limits.js";

/**
 * Issues a link that makes its holder an admin of the organization, once, within `setupLinkMs`. Replaces the
 * previous link. The token is the URL's fragment, which browsers don't send, so no proxy logs it.
 */
export const issueSetupLink = async (
  trx: Db,
  services: Pick<Services, "newId" | "now" | "publicUrl" | "randomBytes">,
  organizationId: string,
): Promise<{ url: string; expiresAt: number }> => {
  const { now, publicUrl, randomBytes } = services;
  const token = generateToken(randomBytes);
  const expiresAt = now() + SIGN_IN_LIMITS.setupLinkMs;
  await upsertSetupLink(trx, organizationId, { hash: hashSecret(token), expiresAt });
  await writeAuditEntry(trx, services, organizationId, COMMAND_LINE_ACTOR, {
    action: "setup_link.created",
  });
  return { url: `${publicUrl}/setup#${token}`, expiresAt };
};
