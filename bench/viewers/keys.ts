import { randomBytes, randomUUIDv7 } from "node:crypto";
import { connect } from "../../db/engine/connect.js";
import { write } from "../../db/engine/write.js";
import { insertNamedKey } from "../../db/sign-in/named-keys.js";
import { listTeams, replaceTeamLeads } from "../../db/people/teams.js";
import { insertAccount } from "../../db/sign-in/accounts.js";
import { generateSecret, hashSecret } from "../../graph/access/credentials.js";
import type { StatsSeed } from "../stats/seed.js";

/** A person of the organization, whose key reads what they may see. */
export type ViewerName = "admin" | "manager" | "big manager" | "rep";

/** The range of teams, by name, that each leads. */
const LED_TEAMS: Partial<Record<ViewerName, [number, number]>> = {
  "big manager": [0, 10],
  manager: [10, 11],
};

/** Creates people of each kind, and a key for each. `manager` leads one team, `big manager` half of all teams. */
export const createViewerKeys = async ({
  file,
  organizationId,
  userIds,
}: StatsSeed): Promise<Record<ViewerName, string>> => {
  const db = connect(`sqlite:${file}`);
  const now = Date.now();
  const createKey = async (name: ViewerName, userId: string): Promise<string> => {
    const key = generateSecret("dbs_", randomBytes);
    await write(db, organizationId, async (trx) => {
      const role = name === "big manager" ? "manager" : name;
      const email = `${name.replace(" ", "-")}@example.com`;
      await insertAccount(trx, organizationId, { userId, email, role, password: null, now });
      const teams = await listTeams(trx, organizationId);
      for (const { id } of teams.slice(...(LED_TEAMS[name] ?? [0, 0])))
        await replaceTeamLeads(trx, organizationId, id, [userId]);
      await insertNamedKey(trx, organizationId, {
        id: randomUUIDv7(),
        name,
        prefix: key.slice(0, 8),
        hash: hashSecret(key),
        scopes: '["read"]',
        userId,
        teamIds: undefined,
        createdAt: now,
        expiresAt: null,
      });
    });
    return key;
  };
  try {
    return {
      // Users of the last teams: whoever leads a team sees their own calls too.
      admin: await createKey("admin", userIds[19]!),
      "big manager": await createKey("big manager", userIds[18]!),
      manager: await createKey("manager", userIds[17]!),
      rep: await createKey("rep", userIds[16]!),
    };
  } finally {
    await db.destroy();
  }
};
