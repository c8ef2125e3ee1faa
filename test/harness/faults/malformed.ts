import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connect } from "../../../db/engine/connect.js";
import { startPostgres } from "../../helpers/engine/postgres.js";
import { startSimpleReceiver } from "../../helpers/webhooks/simple-receiver.js";
import { attackServer, type AttackPlan, type AttackTally } from "../malformed/attack.js";
import { INSPECTOR_ENV } from "../malformed/collect-garbage.js";
import { startTarget } from "../malformed/target.js";
import type { SectionFigures, SectionOptions } from "./section.js";

const REQUESTS = 500_000;
const SENDERS = 128;
const REST_MS = 4_000;

/** Without `databaseUrl`, the server uses a SQLite file in a new data directory. */
export const attackProgram = async (
  plan: AttackPlan,
  databaseUrl?: string,
): Promise<AttackTally> => {
  const directory = mkdtempSync(join(tmpdir(), "debrief-malformed-"));
  const receiver = await startSimpleReceiver();
  const env: Record<string, string> = {
    ...INSPECTOR_ENV,
    ...(databaseUrl && {
      DATABASE_URL: databaseUrl,
      DEBRIEF_SECRET_KEY: randomBytes(32).toString("hex"),
    }),
  };
  const db = connect(databaseUrl ?? `sqlite:${join(directory, "debrief.db")}`);
  const target = await startTarget(directory, env, receiver.url);
  try {
    return await attackServer(target, db, plan);
  } finally {
    await target.instance.kill();
    await db.destroy();
    receiver.close();
    rmSync(directory, { recursive: true, force: true });
  }
};

/** Sends malformed requests, many at once, to a server on SQLite and then on PostgreSQL. */
export const malformed = async ({ seed, scale, only }: SectionOptions): Promise<SectionFigures> => {
  const plan = { seed, senders: SENDERS, only, restMs: REST_MS };
  const count = Math.max(1_000, Math.round(REQUESTS * scale));
  const overSqlite = await attackProgram({ ...plan, count });
  const server = await startPostgres();
  try {
    const overPostgres = await attackProgram({ ...plan, count }, server.url("postgres"));
    return { ...overSqlite, overPostgres: JSON.stringify(overPostgres) };
  } finally {
    await server.stop();
  }
};
