import type { ExecutionContext } from "ava";
import { VIEWER } from "../helpers/sign-in/console-session.js";
import type { OpenIdBrowser } from "./openid-browser.js";
import { HOME } from "../helpers/sign-in/openid-settings.js";
import type { Tenant } from "../helpers/tenant.js";

const ENTRIES = `query ($filter: AuditFilter) {
  auditLog(first: 100, filter: $filter) { nodes { action detail actor subject email ipAddress } }
}`;

interface Entry {
  action: string;
  detail: string | null;
  subject: string | null;
}

/** Lists an organization's entries that came from the browser, oldest first. */
export const listEntries = async (org: Tenant, { address }: OpenIdBrowser): Promise<Entry[]> => {
  const { auditLog } = await org.graphql(ENTRIES, { filter: {} });
  return auditLog.nodes
    .filter((entry: { ipAddress: string | null }) => entry.ipAddress === address)
    .toReversed();
};

/** Asserts that the browser got no session, where it landed, and that the organization's audit log has exactly why. */
export const assertRefused = async (
  t: ExecutionContext,
  browser: OpenIdBrowser,
  landed: string | undefined,
  { org, reason, subject = null }: { org: Tenant; reason: string; subject?: string | null },
): Promise<void> => {
  t.is(landed, `${HOME}/sign-in?problem=${reason}`);
  t.is((await browser.openConsole().query(VIEWER)).status, 401);
  const entries = await listEntries(org, browser);
  t.deepEqual(
    entries.map((entry) => [entry.action, entry.detail, entry.subject]),
    [["session.sign_in_failed", reason, subject]],
  );
};
