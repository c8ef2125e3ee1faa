import { spawn } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { connect } from "../../../db/engine/connect.js";
import { listOrganizations, insertOrganization } from "../../../db/organizations/organization.js";
import { createOrganization } from "../../../graph/organizations/organization.js";
import { writeBackup } from "../../../src/upkeep/backup/write-backup.js";
import { type Config, readConfig } from "../../../src/base/config/config.js";
import { openProgram } from "../../../src/program.js";

const RUN_RESTORE_SCRIPT = fileURLToPath(new URL("run-restore.js", import.meta.url));
const OLD = ["Old", "In the old WAL"];
const NEW = ["New"];

const buildConfig = (directory: string): Config =>
  readConfig({}, { HOME: directory, DEBRIEF_DATA_DIR: directory, LOG_LEVEL: "silent" }, directory);

const createOrganizationIn = async (directory: string, name: string): Promise<string> => {
  mkdirSync(directory, { recursive: true });
  const program = await openProgram(buildConfig(directory));
  await program.db.transaction((trx) => createOrganization(trx, program, name));
  await program.db.destroy();
  return join(directory, "debrief.db");
};

/** The databases that every killed restore starts from, created once. */
export interface RestoreMaterial {
  directory: string;
  /**
   * The directory of a database whose newest row is only in its write-ahead log, as after a kill.
   */
  old: string;
  /** A backup of another database with another key. */
  backup: string;
}

export const prepareMaterial = async (directory: string): Promise<RestoreMaterial> => {
  const old = await createOrganizationIn(join(directory, "old"), OLD[0]!);
  const killed = join(directory, "left");
  mkdirSync(killed);
  const db = connect(`sqlite:${old}`);
  await insertOrganization(db, { id: "in-the-log", name: OLD[1]!, createdAt: Date.now() });
  for (const end of ["", "-wal", ".key"]) copyFileSync(old + end, join(killed, `debrief.db${end}`));
  await db.destroy();
  await createOrganizationIn(join(directory, "new"), NEW[0]!);
  const backup = join(directory, "backup.db");
  await writeBackup(buildConfig(join(directory, "new")), backup, true, Date.now);
  return { directory, old: killed, backup };
};

/** Lists the organizations in a database; undefined if the program can't open it with its key. */
const listOrganizationsIn = async (file: string): Promise<string[] | undefined> => {
  // Opens a copy, since opening recovers the log and so changes the files.
  const directory = `${file}.looked-at`;
  mkdirSync(directory);
  for (const end of ["", "-wal", ".key"])
    if (existsSync(file + end)) copyFileSync(file + end, join(directory, `debrief.db${end}`));
  try {
    const { db } = await openProgram(buildConfig(directory));
    const all = await listOrganizations(db);
    await db.destroy();
    return all.map(({ name }) => name).toSorted();
  } catch {
    return undefined;
  } finally {
    rmSync(directory, { recursive: true });
  }
};

const isSameNames = (names: string[] | undefined, other: string[]): boolean =>
  JSON.stringify(names) === JSON.stringify(other.toSorted());

/** Checks what a killed restore left. */
const findRestoreProblems = async (directory: string): Promise<string[]> => {
  const problems: string[] = [];
  const current = await listOrganizationsIn(join(directory, "debrief.db"));
  const replacedFiles = readdirSync(directory).filter((name) => /replaced-\w+$/.test(name));
  const before: (string[] | undefined)[] = [];
  for (const name of replacedFiles) before.push(await listOrganizationsIn(join(directory, name)));
  if (!isSameNames(current, OLD) && !before.some((found) => isSameNames(found, OLD)))
    problems.push(
      `the old database is lost: ${JSON.stringify({ now: current, kept: replacedFiles, before })}`,
    );
  // Between the renames of the database and of its key, the program opens neither; then the old
  // database is complete next to it.
  if (current !== undefined && !isSameNames(current, OLD) && !isSameNames(current, NEW))
    problems.push(`the database mixes old and new: ${JSON.stringify(current)}`);
  return problems;
};

const runRestore = async (
  data: string,
  backup: string,
  mode: "step" | "after",
  at: number,
): Promise<{ code: number | null; output: string }> => {
  const child = spawn(process.execPath, [RUN_RESTORE_SCRIPT, data, backup, mode, String(at)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  let output = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => (output += text));
  return new Promise((resolve) => child.once("close", (code) => resolve({ code, output })));
};

const createFreshData = ({ directory, old }: RestoreMaterial, name: string): string => {
  const data = join(directory, name);
  rmSync(data, { recursive: true, force: true });
  mkdirSync(data);
  for (const end of ["", "-wal", ".key"])
    copyFileSync(join(old, `debrief.db${end}`), join(data, `debrief.db${end}`));
  // A killed server leaves this file too, and SQLite must ignore its content.
  writeFileSync(join(data, "debrief.db-shm"), Buffer.alloc(32_768, 7));
  return data;
};

const assertRestored = async (data: string, backup: string, at: string): Promise<void> => {
  const problems = await findRestoreProblems(data);
  if (problems.length > 0) throw new Error(`${at}: ${problems.join("; ")}; see ${data}`);
  // Another restore must succeed, whatever was left.
  const { code } = await runRestore(data, backup, "step", -1);
  if (code !== 0) throw new Error(`${at}: a second restore fails; see ${data}`);
  const restored = await listOrganizationsIn(join(data, "debrief.db"));
  if (!isSameNames(restored, NEW))
    throw new Error(`${at}: a second restore contains ${String(restored)}`);
  rmSync(data, { recursive: true });
};

/** Measures how many file system changes a restore makes, and how long it takes. */
export const measureRestore = async (
  material: RestoreMaterial,
): Promise<{ steps: number; ms: number }> => {
  const data = createFreshData(material, "measured");
  const { code, output } = await runRestore(data, material.backup, "step", -1);
  if (code !== 0) throw new Error("the restore failed");
  return JSON.parse(output) as { steps: number; ms: number };
};

/** Kills a restore before its change number `step`, then checks what it left. */
export const killAtStep = async (material: RestoreMaterial, step: number): Promise<void> => {
  const data = createFreshData(material, `step-${step}`);
  const { code } = await runRestore(data, material.backup, "step", step);
  if (code !== null) throw new Error(`step ${step}: the restore exited with ${code}`);
  await assertRestored(data, material.backup, `killed at step ${step}`);
};

/** Kills a restore after `ms` milliseconds. Returns whether it was still running. */
export const killAfter = async (
  material: RestoreMaterial,
  name: string,
  ms: number,
): Promise<boolean> => {
  const data = createFreshData(material, name);
  const { code, output } = await runRestore(data, material.backup, "after", ms);
  await assertRestored(data, material.backup, `killed after ${ms} ms`);
  return code === null && output === "";
};
