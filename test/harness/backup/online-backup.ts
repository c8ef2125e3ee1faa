import { execFile } from "node:child_process";
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { connect } from "../../../db/engine/connect.js";
import { restoreBackup } from "../../../src/upkeep/backup/restore-backup.js";
import { readConfig } from "../../../src/base/config/config.js";
import { createApi } from "../crash/api.js";
import { Instance } from "../crash/server-process.js";
import { readFirstKeys } from "../crash/set-up-organization.js";
import { findLostWrites, Writers } from "./writers.js";

const BIN = fileURLToPath(new URL("../../../../bin/debrief.js", import.meta.url));
const CONNECTIONS = 8;
const USER = `mutation { upsertUser(input: { email: "rep@example.com", name: "Robin" }) { email } }`;

export interface OnlineFigures {
  backups: number;
  /** All acknowledged calls. */
  acknowledged: number;
  /** Calls acknowledged during a backup. */
  acknowledgedMeanwhile: number;
  bytes: number;
  longestSeconds: number;
}

const sum = (numbers: readonly number[]): number => numbers.reduce((a, b) => a + b, 0);

/**
 * Backs up a database `count` times by the command line while a server writes to it at full load.
 * Restores each backup elsewhere and compares.
 * @throws if a backup lacks an acknowledged write
 */
export const backUpOnline = async (
  directory: string,
  count: number,
  onProgress: (figures: OnlineFigures) => void = () => {},
): Promise<OnlineFigures> => {
  const figures = {
    backups: 0,
    acknowledged: 0,
    acknowledgedMeanwhile: 0,
    bytes: 0,
    longestSeconds: 0,
  };
  const data = join(directory, "data");
  const server = new Instance({ directory: data, env: {} });
  const url = await server.listening;
  const keys = readFirstKeys(data);
  await createApi(url, keys).graphql(USER);
  const writers = new Writers(url, keys, CONNECTIONS);
  const env = { PATH: process.env["PATH"]!, HOME: directory, DEBRIEF_DATA_DIR: data };
  while (figures.backups < count) {
    const file = join(directory, "backup.db");
    const before = [...writers.acknowledged];
    const args = [BIN, "backup", file, "--force", "--json"];
    const { stdout } = await promisify(execFile)(process.execPath, args, { env });
    const backup = JSON.parse(stdout) as { bytes: number; seconds: number };
    const restored = join(directory, "restored");
    rmSync(restored, { recursive: true, force: true });
    mkdirSync(restored);
    const after = sum(writers.acknowledged);
    restoreBackup(
      readConfig({}, { HOME: restored, DEBRIEF_DATA_DIR: restored }, restored),
      file,
      Date.now(),
    );
    const db = connect(`sqlite:${join(restored, "debrief.db")}`);
    const problems = await findLostWrites(db, before);
    await db.destroy();
    if (problems.length > 0) throw new Error(problems.slice(0, 20).join("\n  "));
    figures.backups += 1;
    figures.acknowledgedMeanwhile += after - sum(before);
    figures.acknowledged = sum(writers.acknowledged);
    figures.bytes = backup.bytes;
    figures.longestSeconds = Math.max(figures.longestSeconds, backup.seconds);
    onProgress(figures);
  }
  await writers.stop();
  server.signal("SIGTERM");
  await server.ended;
  return figures;
};
