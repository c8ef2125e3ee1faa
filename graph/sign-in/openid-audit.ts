import { listOrganizations } from "../../db/organizations/organization.js";
import { write } from "../../db/engine/write.js";
import { writeAuditEntry } from "../access/audit.js";
import type { Services } from "../context/context.js";
import type { OpenIdRefusal } from "./openid-refusal.js";

/**
 * Writes a refused sign-in into the audit log of the organization that it concerns. If that is unknown, uses the oldest
 * organization: the operator's, as for the first set-up link.
 */
export const auditOpenIdRefusal = async (
  services: Pick<Services, "db" | "newId" | "now">,
  { detail, person }: OpenIdRefusal,
  ipAddress: string | null,
): Promise<void> => {
  const { db } = services;
  const organizationId = person?.organizationId ?? (await listOrganizations(db))[0]?.id;
  if (organizationId === undefined) return;
  const actor = { kind: "visitor", userId: null, ipAddress } as const;
  await write(db, organizationId, (trx) =>
    writeAuditEntry(trx, services, organizationId, actor, {
      action: "session.sign_in_failed",
      detail,
      ...(person && { subject: person.email }),
    }),
  );
};
