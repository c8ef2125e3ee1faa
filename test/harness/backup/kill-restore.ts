import { spawn } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { connect } from "../../../db/engine/connect.js";
import { listOrganizations, insertOrganization } from "../../../db/organizations/organization.js";
import { createOrganization } from "../../../graph/organizations/organization.js";
import { writeBackup } from "../../../src/backup/write-backup.js";
import { type Config, readConfig } from "../../../src/config/config.js";
import { openProgram } from "../../../src/program.js";

const DIE_SCRIPT = fileURLToPath(new URL("run-restore.js", import.meta.url));
const OLD = ["Old", "In the log of the old"];
const NEW = ["New"];

const configOf = (directory: string): Config =>
  readConfig({}, { HOME: directory, DEBRIEF_DATA_DIR: directory, LOG_LEVEL: "silent" }, directory);

const createOrganizationIn = async (directory: string, name: string): Promise<string> => {
  mkdirSync(directory, { recursive: true });
  const program = await openProgram(configOf(directory));
  await program.db.transaction((trx) => createOrganization(trx, program, name));
  await program.db.destroy();
  return join(directory, "debrief.db");
};

/** What a killed restore is tried on, made once. */
export interface RestoreMaterial {
  directory: string;
  /** A database whose newest row is in its log alone, as a killed server leaves it. */
  old: string;
  /** Of another database, with another key. */
  backup: string;
}

export const prepareMaterial = async (directory: string): Promise<RestoreMaterial> => {
  const old = await createOrganizationIn(join(directory, "old"), OLD[0]!);
  const left = join(directory, "left");
  mkdirSync(left);
  const db = connect(`sqlite:${old}`);
  await insertOrganization(db, { id: "in-the-log", name: OLD[1]!, createdAt: Date.now() });
  for (const end of ["", "-wal", ".key"]) copyFileSync(old + end, join(left, `debrief.db${end}`));
  await db.destroy();
  await createOrganizationIn(join(directory, "new"), NEW[0]!);
  const backup = join(directory, "backup.db");
  writeBackup(configOf(join(directory, "new")), backup, true, Date.now());
  return { directory, old: left, backup };
};

/** The organizations in a database that the program can open with the key beside it. */
const listOrganizationsIn = async (file: string): Promise<string[] | undefined> => {
  // A copy, or looking would change what there is to look at.
  const directory = `${file}.looked-at`;
  mkdirSync(directory);
  for (const end of ["", "-wal", ".key"])
    if (existsSync(file + end)) copyFileSync(file + end, join(directory, `debrief.db${end}`));
  try {
    const { db } = await openProgram(configOf(directory));
    const all = await listOrganizations(db);
    await db.destroy();
    return all.map(({ name }) => name).toSorted();
  } catch {
    return undefined;
  } finally {
    rmSync(directory, { recursive: true });
  }
};

const isSameNames = (one: string[] | undefined, other: string[]): boolean =>
  JSON.stringify(one) === JSON.stringify(other.toSorted());

/** What is wrong with what a killed restore has left. */
const findRestoreProblems = async (directory: string): Promise<string[]> => {
  const problems: string[] = [];
  const now = await listOrganizationsIn(join(directory, "debrief.db"));
  const kept = readdirSync(directory).filter((name) => /replaced-\w+$/.test(name));
  const before: (string[] | undefined)[] = [];
  for (const name of kept) before.push(await listOrganizationsIn(join(directory, name)));
  if (!isSameNames(now, OLD) && !before.some((found) => isSameNames(found, OLD)))
    problems.push(`the old database is lost: ${JSON.stringify({ now, kept, before })}`);
  // Between the new database and its key there is a moment; then the old one is there, whole, beside it.
  if (now !== undefined && !isSameNames(now, OLD) && !isSameNames(now, NEW))
    problems.push(`a mixture is there: ${JSON.stringify(now)}`);
  return problems;
};

const runRestore = async (
  data: string,
  backup: string,
  how: "step" | "after",
  when: number,
): Promise<{ code: number | null; output: string }> => {
  const child = spawn(process.execPath, [DIE_SCRIPT, data, backup, how, String(when)], {
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
  // A server that was killed leaves this too; it says nothing to whoever comes next.
  writeFileSync(join(data, "debrief.db-shm"), Buffer.alloc(32_768, 7));
  return data;
};

const assertRestored = async (data: string, backup: string, when: string): Promise<void> => {
  const problems = await findRestoreProblems(data);
  if (problems.length > 0) throw new Error(`${when}: ${problems.join("; ")}; see ${data}`);
  // Whatever was left, restoring again comes to the end.
  const { code } = await runRestore(data, backup, "step", -1);
  if (code !== 0) throw new Error(`${when}: it cannot be restored again; see ${data}`);
  const restored = await listOrganizationsIn(join(data, "debrief.db"));
  if (!isSameNames(restored, NEW))
    throw new Error(`${when}: restored again it is ${String(restored)}`);
  rmSync(data, { recursive: true });
};

/** How many changes of the file system a restore makes, and how long it takes. */
export const measureRestore = async (
  material: RestoreMaterial,
): Promise<{ steps: number; ms: number }> => {
  const data = createFreshData(material, "measured");
  const { code, output } = await runRestore(data, material.backup, "step", -1);
  if (code !== 0) throw new Error("it does not restore");
  return JSON.parse(output) as { steps: number; ms: number };
};

/** Kills a restore before its nth change of the file system, and looks at what is left. */
export const killAtStep = async (material: RestoreMaterial, step: number): Promise<void> => {
  const data = createFreshData(material, `step-${step}`);
  const { code } = await runRestore(data, material.backup, "step", step);
  if (code !== null) throw new Error(`step ${step}: it ended with ${code}`);
  await assertRestored(data, material.backup, `killed at step ${step}`);
};

/** Kills a restore so many milliseconds after it began. Returns whether it was in the middle. */
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
