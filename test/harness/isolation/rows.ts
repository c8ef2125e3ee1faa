import { createHash } from "node:crypto";
import { tables } from "../../../db/schema/tables.js";
import type { TestServer } from "../../helpers/server.js";

/** Returns every row of an organization as sorted text. */
export const loadOrganizationRows = async (
  { services }: TestServer,
  id: string,
): Promise<string> => {
  const rows: string[] = [];
  for (const { name, ownerColumn } of tables)
    for (const row of await services.db(name).where(ownerColumn, id))
      rows.push(`${name} ${JSON.stringify(row)}`);
  return rows.toSorted().join("\n");
};

/** Failed sign-ins are logged in the attacked account's organization. */
const isFailedSignIn = (row: string): boolean =>
  row.startsWith("audit_log ") && row.includes('"session.sign_in_failed"');

/** Hashes an organization's rows, except those that other organizations may cause. */
export const computeDigest = async (server: TestServer, id: string): Promise<string> =>
  createHash("sha256")
    .update(
      (await loadOrganizationRows(server, id))
        .split("\n")
        .filter((row) => !isFailedSignIn(row))
        .join("\n"),
    )
    .digest("hex");

const SETTLE_TIMEOUT_MS = 30_000;

/** Waits until no delivery is pending. @throws after a timeout */
export const waitUntilAllSent = async ({ services }: TestServer): Promise<void> => {
  const startedAt = performance.now();
  while (await services.db("deliveries").where("status", "pending").first("id"))
    if (performance.now() - startedAt > SETTLE_TIMEOUT_MS)
      throw new Error("deliveries stay pending");
};
