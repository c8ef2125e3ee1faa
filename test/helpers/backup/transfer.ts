import "reflect-metadata";
import { randomBytes } from "node:crypto";
import type { Knex } from "knex";
import { connect } from "../../../db/engine/connect.js";
import { migrate } from "../../../db/schema/migrate.js";
import { snapshot } from "../../../db/engine/snapshot.js";
import type { Services } from "../../../graph/context/context.js";
import { createVault } from "../../../src/base/config/vault.js";
import { exportLines } from "../../../src/upkeep/transfer/export-lines.js";
import { createDatabase } from "../engine/database.js";
import type { SharedServer, Tenant } from "../server.js";

/** Exports an organization as lines. */
export const exportOrganization = async (
  { services }: SharedServer,
  { id }: Tenant,
  secrets: boolean,
): Promise<string[]> =>
  snapshot(services.db, async (trx) => {
    const options = { secrets, openVault: () => services.vault };
    const parts: string[] = [];
    for await (const text of exportLines(trx, { id, name: "Alpha" }, options, 0)) parts.push(text);
    return parts.join("").trimEnd().split("\n");
  });

// oxlint-disable-next-line typescript/require-await
export async function* toAsyncLines(list: readonly string[]): AsyncGenerator<string> {
  yield* list;
}

/** Creates a second installation, with its own database and key. */
export const createOtherInstallation = async ({
  services,
}: SharedServer): Promise<{ there: Services & { db: Knex }; remove: () => Promise<void> }> => {
  const { url, remove } = await createDatabase();
  const db = connect(url);
  await migrate(db);
  return {
    there: { ...services, db, vault: createVault(randomBytes(32)) },
    remove: async () => {
      await db.destroy();
      await remove();
    },
  };
};
