import { randomBytes, randomUUIDv7 } from "node:crypto";
import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname } from "node:path";
import { connect, type Db } from "../../db/engine/connect.js";
import { migrate } from "../../db/schema/migrate.js";
import type { Services } from "../../graph/context/context.js";
import { createVault } from "../../src/base/config/vault.js";

/** A SQLite file with debrief's schema and facts about its content, kept between runs. */
export type CachedDatabase<T> = T & {
  file: string;
  secretKey: string;
  seconds: number;
  /** The file's path. */
  megabytes: number;
};

const FAST_PRAGMAS = ["journal_mode = OFF", "synchronous = OFF", "cache_size = -1000000"];

/** Flushes a file: otherwise the first commits that are measured would wait for its pages. */
const flush = (file: string): void => {
  const descriptor = openSync(file, "r+");
  fsyncSync(descriptor);
  closeSync(descriptor);
};

/** Returns the cached file. Creates it with `fill` if missing, without fsyncs; discards an unfinished file. */
export const createCachedDatabase = async <T extends object>(
  file: string,
  now: number,
  fill: (db: Db, services: Services) => Promise<T>,
): Promise<CachedDatabase<T>> => {
  const about = `${file}.json`;
  if (!existsSync(about)) {
    mkdirSync(dirname(file), { recursive: true });
    const unfinished = `${file}.unfinished`;
    for (const suffix of ["", "-wal", "-shm"]) rmSync(unfinished + suffix, { force: true });
    const started = performance.now();
    const db = connect(`sqlite:${unfinished}`);
    await migrate(db);
    for (const pragma of FAST_PRAGMAS) await db.raw(`PRAGMA ${pragma}`);
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
    flush(unfinished);
    renameSync(unfinished, file);
    const seconds = Math.round((performance.now() - started) / 1000);
    const megabytes = Math.round(statSync(file).size / 1e6);
    writeFileSync(
      about,
      JSON.stringify({ ...facts, secretKey: secretKey.toString("hex"), seconds, megabytes }),
    );
  }
  return { ...(JSON.parse(readFileSync(about, "utf8")) as CachedDatabase<T>), file };
};
