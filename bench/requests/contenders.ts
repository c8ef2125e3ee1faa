import { execFileSync } from "node:child_process";
import { copyFileSync, mkdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { LOAD_CORE } from "../shared/processes.js";
import type { RequestsSeed } from "./seed.js";
import type { ServerProgram } from "./server.js";

/** The base of links to recordings. */
const PUBLIC_URL = "https://app.example.com";

/** The folder of debrief's profiles, if profiling is on. */
export const PROFILES_DIRECTORY = "build/profiles";

const scriptPath = (name: string): string => join("bench", "requests", name);

const isNewer = (file: string, than: string): boolean =>
  (statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0) >= statSync(than).mtimeMs;

/** Creates the reference servers' file with the same recordings, and a copy for each of them. */
const prepareBase = ({ file }: RequestsSeed, name: string): string => {
  const base = file.replace("requests-", "base-");
  if (!isNewer(base, `${file}.json`)) {
    console.error(`created ${base}`);
    const args = ["-c", String(LOAD_CORE), process.execPath, scriptPath("base.mjs"), file, base];
    execFileSync("taskset", [...args, PUBLIC_URL], { stdio: "inherit" });
  }
  const copy = `${base}.${name}`;
  if (!isNewer(copy, base)) {
    for (const suffix of ["-wal", "-shm"]) rmSync(copy + suffix, { force: true });
    copyFileSync(base, copy);
  }
  return copy;
};

const buildYardstick = (data: RequestsSeed, name: string, script: string): ServerProgram => ({
  args: [script],
  env: { BENCH_DB: prepareBase(data, name) },
  log: `${data.file}.${name}.log`,
});

export const buildLimitProgram = (data: RequestsSeed): ServerProgram =>
  buildYardstick(data, "limit", "bench/reference/limit.mjs");

export const buildKoaProgram = (data: RequestsSeed): ServerProgram =>
  buildYardstick(data, "koa-knex", "bench/reference/koa-knex.mjs");

export const buildLimitTranscriptProgram = (data: RequestsSeed): ServerProgram =>
  buildYardstick(data, "limit", scriptPath("limit-transcript.mjs"));

export const buildKoaTranscriptProgram = (data: RequestsSeed): ServerProgram =>
  buildYardstick(data, "koa-knex", scriptPath("koa-transcript.mjs"));

/** The installed program. `profile`: the profile's name, if profiling is on. */
export const buildDebriefProgram = (
  { file, secretKey }: RequestsSeed,
  name: string,
  profile?: string,
): ServerProgram => {
  const directory = `${file}.data`;
  mkdirSync(directory, { recursive: true });
  const profiling =
    profile === undefined
      ? []
      : [
          "--cpu-prof",
          `--cpu-prof-dir=${PROFILES_DIRECTORY}`,
          `--cpu-prof-name=${profile}.cpuprofile`,
        ];
  return {
    args: [...profiling, "bin/debrief.js", "serve"],
    env: {
      DATABASE_URL: `sqlite:${file}`,
      DEBRIEF_DATA_DIR: directory,
      DEBRIEF_ANALYZER: "external",
      DEBRIEF_SECRET_KEY: secretKey,
      PUBLIC_URL,
    },
    log: `${file}.${name}.log`,
  };
};
