import { createHash } from "node:crypto";
import { tables } from "../../db/tables.js";
import type { TestServer } from "../helpers/server.js";

/** Every row of an organization. */
export const rowsOf = async ({ services }: TestServer, id: string): Promise<string> => {
  const rows: string[] = [];
  for (const { name, owner } of tables)
    for (const row of await services.db(name).where(owner, id))
      rows.push(`${name} ${JSON.stringify(row)}`);
  return rows.toSorted().join("\n");
};

/** What changes with any of them. */
export const digestOf = async (server: TestServer, id: string): Promise<string> =>
  createHash("sha256")
    .update(await rowsOf(server, id))
    .digest("hex");

/** Once no delivery of anybody is pending. */
export const settled = async ({ services }: TestServer): Promise<void> => {
  while (await services.db("deliveries").where("status", "pending").first("id"));
};
