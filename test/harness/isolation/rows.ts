import { createHash } from "node:crypto";
import { tables } from "../../../db/engine/tables.js";
import type { TestServer } from "../../helpers/server.js";

/** Every row of an organization. */
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

/** Whoever guesses at a password is written down where the account is. */
const isFailedSignIn = (row: string): boolean =>
  row.startsWith("audit_log ") && row.includes('"session.sign_in_failed"');

/** What changes with any of them, but for what anybody may cause. */
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

/** Once no delivery of anybody is pending. @throws where one stays so: nobody is left to send it */
export const waitUntilAllSent = async ({ services }: TestServer): Promise<void> => {
  const begun = performance.now();
  while (await services.db("deliveries").where("status", "pending").first("id"))
    if (performance.now() - begun > SETTLE_TIMEOUT_MS) throw new Error("deliveries stay pending");
};
