import { execFileSync } from "node:child_process";
import { copyFileSync, mkdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { LOAD_CORE } from "../shared/processes.js";
import type { Seeded } from "./seed.js";
import type { Program } from "./server.js";

/** What links to recordings begin with. */
const PUBLIC_URL = "https://app.example.com";

/** Where profiles of debrief are written, if they are. */
export const PROFILES = "build/profiles";

const own = (name: string): string => join("bench", "requests", name);

const isNewer = (file: string, than: string): boolean =>
  (statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0) >= statSync(than).mtimeMs;

/** The yardstick's file over the same recordings, and a copy for each other one that uses it. */
const baseOf = ({ file }: Seeded, name: string): string => {
  const base = file.replace("requests-", "base-");
  if (!isNewer(base, `${file}.json`)) {
    console.error(`${base} is made`);
    const args = ["-c", String(LOAD_CORE), process.execPath, own("base.mjs"), file, base];
    execFileSync("taskset", [...args, PUBLIC_URL], { stdio: "inherit" });
  }
  const copy = `${base}.${name}`;
  if (!isNewer(copy, base)) {
    for (const suffix of ["-wal", "-shm"]) rmSync(copy + suffix, { force: true });
    copyFileSync(base, copy);
  }
  return copy;
};

const yardstick = (data: Seeded, name: string, script: string): Program => ({
  args: [script],
  env: { BENCH_DB: baseOf(data, name) },
  log: `${data.file}.${name}.log`,
});

export const limit = (data: Seeded): Program =>
  yardstick(data, "limit", "bench/reference/limit.mjs");

export const koaKnex = (data: Seeded): Program =>
  yardstick(data, "koa-knex", "bench/reference/koa-knex.mjs");

export const limitTranscript = (data: Seeded): Program =>
  yardstick(data, "limit", own("limit-transcript.mjs"));

export const koaTranscript = (data: Seeded): Program =>
  yardstick(data, "koa-knex", own("koa-transcript.mjs"));

/** The program as it is installed. `profile`: the name of one, if it is to be taken. */
export const debrief = ({ file, secretKey }: Seeded, name: string, profile?: string): Program => {
  const directory = `${file}.data`;
  mkdirSync(directory, { recursive: true });
  const profiling =
    profile === undefined
      ? []
      : ["--cpu-prof", `--cpu-prof-dir=${PROFILES}`, `--cpu-prof-name=${profile}.cpuprofile`];
  return {
    args: [...profiling, "bin/debrief.js", "serve"],
    env: {
      DATABASE_URL: `sqlite:${file}`,
      DEBRIEF_DATA_DIR: directory,
      DEBRIEF_SECRET_KEY: secretKey,
      PUBLIC_URL,
    },
    log: `${file}.${name}.log`,
  };
};
