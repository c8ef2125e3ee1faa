import type { Db } from "../../db/engine/connect.js";
import { listUserEmails } from "../../db/people/users.js";
import { isPublicMailDomain } from "./public-mail.js";

const parseDomain = (email: string): string => email.slice(email.lastIndexOf("@") + 1);

/** Returns whether an address in lower case belongs to the organization. */
export type IsColleague = (email: string) => boolean;

/**
 * Loads who belongs to the organization: its users, and all addresses in the domains of its users and below them, except
 * the domains of public mail providers.
 */
export const loadColleagues = async (db: Db, organizationId: string): Promise<IsColleague> => {
  const emails = new Set(
    (await listUserEmails(db, organizationId)).map((email) => email.toLowerCase()),
  );
  const domains = new Set([...emails].map(parseDomain).filter((one) => !isPublicMailDomain(one)));
  return (email) => {
    if (emails.has(email)) return true;
    const parts = parseDomain(email).split(".");
    return parts.some((_, index) => domains.has(parts.slice(index).join(".")));
  };
};
