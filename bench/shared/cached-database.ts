import { randomBytes, randomUUIDv7 } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname } from "node:path";
import { connect, type Db } from "../../db/connect.js";
import { migrate } from "../../db/migrate.js";
import type { Services } from "../../graph/context.js";
import { createVault } from "../../src/vault.js";

/** A SQLite file with this program's schema, kept from run to run with what there is to know about it. */
export type Made<T> = T & {
  file: string;
  secretKey: string;
  seconds: number;
  /** Of the file. */
  megabytes: number;
};

const FAST = ["journal_mode = OFF", "synchronous = OFF", "cache_size = -1000000"];

/** Made by `fill` if it is not there yet, without waiting for the disk: what is not finished is thrown away. */
export const made = async <T extends object>(
  file: string,
  now: number,
  fill: (db: Db, services: Services) => Promise<T>,
): Promise<Made<T>> => {
  const about = `${file}.json`;
  if (!existsSync(about)) {
    mkdirSync(dirname(file), { recursive: true });
    const unfinished = `${file}.unfinished`;
    for (const suffix of ["", "-wal", "-shm"]) rmSync(unfinished + suffix, { force: true });
    const started = performance.now();
    const db = connect(`sqlite:${unfinished}`);
    await migrate(db);
    for (const pragma of FAST) await db.raw(`PRAGMA ${pragma}`);
    const secretKey = randomBytes(32);
    const services = {
      db,
      now: () => now,
      newId: randomUUIDv7,
      randomBytes,
      vault: createVault(secretKey),
      publicUrl: "",
    } as unknown as Services;
    const facts = await fill(db, services);
    await db.destroy();
    renameSync(unfinished, file);
    const seconds = Math.round((performance.now() - started) / 1000);
    const megabytes = Math.round(statSync(file).size / 1e6);
    writeFileSync(
      about,
      JSON.stringify({ ...facts, secretKey: secretKey.toString("hex"), seconds, megabytes }),
    );
  }
  return { ...(JSON.parse(readFileSync(about, "utf8")) as Made<T>), file };
};
