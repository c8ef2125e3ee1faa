import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connect } from "../../db/connect.js";

/** Which database this run of the suite is over; test/run.ts sets it. */
export const postgresUrl = process.env["TEST_POSTGRES"];
export const dialect = postgresUrl === undefined ? "sqlite" : "postgres";

export interface FreshDatabase {
  url: string;
  /** Removes it; whoever uses it has closed it by then. */
  remove: () => Promise<void>;
}

const administer = async (url: string, sql: string): Promise<void> => {
  const db = connect(url);
  try {
    await db.raw(sql);
  } finally {
    await db.destroy();
  }
};

/** A new, empty database of the kind that this run is over, or of the PostgreSQL given. */
export const freshDatabase = async (postgres = postgresUrl): Promise<FreshDatabase> => {
  if (postgres !== undefined) {
    const name = `t_${randomBytes(8).toString("hex")}`;
    await administer(postgres, `CREATE DATABASE ${name}`);
    return {
      url: postgres.replace(/\/postgres\?/, `/${name}?`),
      remove: () => administer(postgres, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`),
    };
  }
  const directory = mkdtempSync(join(tmpdir(), "debrief-"));
  return {
    url: `sqlite:${join(directory, "debrief.db")}`,
    remove: async () => rmSync(directory, { recursive: true, force: true }),
  };
};
