import type { Db } from "../../db/engine/connect.js";
import { listUserEmails } from "../../db/people/users.js";

/** Providers whose addresses belong to anybody, so that only the exact address shows a colleague. */
const PUBLIC_DOMAIN =
  /^(?:(?:gmail|googlemail|aol|gmx|mail|inbox|zoho|hey|fastmail|hushmail|tutanota|tuta|proton|protonmail|pm|icloud|me|mac|msn|live|outlook|hotmail|yahoo|ymail|rocketmail|yandex|qq|163|126|sina|naver|daum|hanmail|web|freenet|t-online|arcor|posteo|mailbox|orange|wanadoo|free|laposte|sfr|libero|virgilio|tiscali|tin|alice|btinternet|btopenworld|sky|virginmedia|ntlworld|talktalk|comcast|verizon|att|sbcglobal|bellsouth|cox|charter|earthlink|juno|netzero|shaw|rogers|bell|telus|sympatico|bigpond|optusnet|telenet|skynet|ziggo|kpnmail|planet|home|xs4all|bluewin|sunrise|seznam|centrum|wp|o2|onet|interia|abv|uol|bol|terra|ig|rediffmail|mail2world)\.(?:com|net|org|de|at|ch|fr|it|es|nl|be|eu|ru|ua|pl|cz|bg|in|ca|me|io|uk|ie|au|nz|jp|kr|cn|br|mx|ar|co\.(?:uk|jp|in|nz|za|kr|id|th)|com\.(?:au|br|mx|ar|cn|tr|sg|hk|tw|my|ph)|net\.au|org\.uk|ne\.jp))$/;

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
  const domains = new Set([...emails].map(parseDomain).filter((one) => !PUBLIC_DOMAIN.test(one)));
  return (email) => {
    if (emails.has(email)) return true;
    const parts = parseDomain(email).split(".");
    return parts.some((_, index) => domains.has(parts.slice(index).join(".")));
  };
};
