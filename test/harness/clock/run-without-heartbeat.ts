import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { connect, type Db } from "../../../db/engine/connect.js";
import { createRandom } from "../../../src/demo/random.js";
import {
  createInstalledOrganization,
  tenantAt,
} from "../../helpers/server/installed-organization.js";
import { uploadRaw } from "../../helpers/recordings/media.js";
import { createInstallation, type Installation } from "../../helpers/server/program.js";
import { buildShiftedEnv } from "../../helpers/server/shift-clock.js";
import { createRequester, type OrganizationCredentials } from "../../helpers/tenant.js";
import { installUpgrade } from "../../helpers/engine/upgraded.js";

const DAY_MS = 24 * 60 * 60_000;
const RETENTION_DAYS = 30;
/** Ahead, each makes all content too old. */
const AHEAD_DAYS = [40, 400, 4015];
const SHIFTS_DAYS = [-4015, -30, ...AHEAD_DAYS];
/** A revision without heartbeats. */
const OLD_REVISION = "89d5293";

/** The column that identifies a row of each table that has content. */
const CONTENT = {
  recordings: "id",
  transcripts: "recording_id",
  media: "file",
  events: "id",
  deliveries: "id",
  inbound_calls: "id",
};
const ENV = {
  LOG_LEVEL: "warn",
  DEBRIEF_DELIVERY_DAYS: String(RETENTION_DAYS),
  DEBRIEF_WEBHOOK_ALLOW: "127.0.0.1",
};
const SET_UP = `mutation ($days: Int!) {
  createWebhook(input: { url: "http://127.0.0.1:9", events: ["recording.processed"] }) { webhook { id } }
  setRetention(input: { mediaDays: $days, transcriptDays: $days, payloadDays: $days }) { mediaDays }
}`;
const COMPLETE = `mutation ($id: ID!) { completeAnalysis(recordingId: $id, input: { summary: "Done" }) { id } }`;

/** An installation whose database has old content of an organization, and no heartbeat of it. */
interface Stage {
  program: Installation;
  org: OrganizationCredentials;
  env: Record<string, string>;
}

type Prepare = (program: Installation) => Promise<Stage>;

const withDatabase = async <T>(
  { databaseUrl }: Installation,
  work: (db: Db) => Promise<T>,
): Promise<T> => {
  const db = connect(databaseUrl);
  try {
    return await work(db);
  } finally {
    await db.destroy();
  }
};

/** Lists the organization's rows that have content, and its media files. */
const listContent = async ({ program, org }: Stage): Promise<string[]> =>
  withDatabase(program, async (db) => {
    const names = readdirSync(join(program.dataDir, "media", org.id)).map((file) => `file ${file}`);
    for (const [table, column] of Object.entries(CONTENT)) {
      const ids: string[] = await db(table).where("organization_id", org.id).pluck(column);
      names.push(...ids.map((id) => `${table} ${id}`));
    }
    return names;
  });

/** Uploads a call, whose analysis writes an event. */
const addContent = async (
  url: string,
  org: OrganizationCredentials,
  callId: string,
): Promise<void> => {
  const transcript = [{ speaker: "Robin", role: "rep", text: "Hello?", start: 0, end: 900 }];
  const fields = { call_id: callId, transcript };
  const { body, text } = await uploadRaw({ fetch: createRequester(url) }, org, fields);
  if (body?.recording === undefined) throw new Error(`an upload was refused: ${text}`);
  await tenantAt({ url }, org).graphql(COMPLETE, { id: body.recording.id });
};

const install = async (prepare: Prepare): Promise<Stage> => {
  const program = await createInstallation();
  try {
    return await prepare(program);
  } catch (error) {
    await program.remove();
    throw error;
  }
};

const fill = async (url: string, org: OrganizationCredentials): Promise<void> => {
  const tenant = tenantAt({ url }, org);
  await tenant.createUser();
  await tenant.graphql(SET_UP, { days: RETENTION_DAYS });
  await addContent(url, org, "old call");
};

const createBesideServer: Prepare = async (program) => {
  const env = { ...ENV, DEBRIEF_FIRST_ORG: "off" };
  const serving = await program.serve(env);
  // The server compares its clock at its start, and after 5 minutes again.
  const org = await createInstalledOrganization(program);
  await fill(serving.url, org);
  await serving.stop();
  return { program, org, env };
};

const createFirst: Prepare = async (program) => {
  const serving = await program.serve(ENV);
  const file = readFileSync(join(program.dataDir, "first-organization.json"), "utf8");
  const { organization, ...keys } = JSON.parse(file);
  const org = { ...keys, id: organization.id };
  await fill(serving.url, org);
  await serving.stop();
  return { program, org, env: ENV };
};

/** Prepares the data of an old revision, whose next start migrates it. */
const prepareUpgrade = async (isAdminKept: boolean): Promise<Stage> => {
  const { program, manifest } = await installUpgrade(OLD_REVISION);
  const { organization, ...keys } = manifest.acme;
  await withDatabase(program, async (db) => {
    const days = RETENTION_DAYS;
    await db("retention").update({ media_days: days, transcript_days: days, payload_days: days });
    if (isAdminKept) return;
    await db("sessions").delete();
    await db("admins").delete();
  });
  return { program, org: { ...keys, id: organization.id }, env: ENV };
};

const stages: Record<string, () => Promise<Stage>> = {
  "an organization created beside a server": async () => install(createBesideServer),
  "the first organization": async () => install(createFirst),
  "an upgrade without an admin": async () => prepareUpgrade(false),
  "an upgrade with an admin": async () => prepareUpgrade(true),
};

/** Starts a server by a wrong clock, and runs retention beside it. Returns what was lost, or was not refused. */
const startByWrongClock = async (
  stage: Stage,
  { days, callId, isKilled }: { days: number; callId: string; isKilled: boolean },
): Promise<string[]> => {
  const { program, org, env } = stage;
  const before = await listContent(stage);
  const shifted = { ...env, ...buildShiftedEnv(days * DAY_MS) };
  const serving = await program.serve(shifted);
  // New rows with a wrong time confirm nothing.
  await tenantAt(serving, org).createUser();
  await addContent(serving.url, org, callId);
  const run = await program.run(["retention", "run", "--org", org.id], shifted);
  const ended = once(serving.child, "close");
  serving.child.kill(isKilled ? "SIGKILL" : "SIGTERM");
  await ended;
  const after = new Set(await listContent(stage));
  const problems = before.filter((name) => !after.has(name)).map((name) => `lost ${name}`);
  return run.code === 1 ? problems : [`retention ran: ${run.stdout}`, ...problems];
};

/** Confirms a clock that is ahead, and runs retention. Returns why it removed nothing. */
const confirmClock = async (stage: Stage): Promise<string[]> => {
  const { program, org, env } = stage;
  const shifted = { ...env, ...buildShiftedEnv(AHEAD_DAYS.at(-1)! * DAY_MS) };
  const before = await listContent(stage);
  const confirmed = await program.run(["clock", "confirm"], shifted);
  if (confirmed.code !== 0) return [`clock confirm: ${confirmed.stderr}`];
  const run = await program.run(["retention", "run", "--org", org.id], shifted);
  if (run.code !== 0) return [`a confirmed run: ${run.stderr}`];
  const after = await listContent(stage);
  return after.length < before.length ? [] : ["a confirmed run removed nothing"];
};

/**
 * Starts servers by wrong clocks over organizations without a heartbeat: new ones without an admin, and those of a
 * revision that had no heartbeats. `count`: the starts of each. At the end, an admin confirms the clock: only then old
 * content is removed. Returns the number of starts. @throws for lost content
 */
export const runWithoutHeartbeat = async ({
  seed,
  count,
}: {
  seed: number;
  count: number;
}): Promise<number> => {
  const random = createRandom(seed);
  const problems: string[] = [];
  for (const [name, prepare] of Object.entries(stages)) {
    const stage = await prepare();
    try {
      for (let n = 0; n < count; n += 1) {
        const days = random.pick(n === 0 ? AHEAD_DAYS : SHIFTS_DAYS);
        const start = { days, callId: `start ${n}`, isKilled: random.chance(0.3) };
        const found = await startByWrongClock(stage, start);
        problems.push(...found.map((problem) => `${name}, start ${n} by ${days} days: ${problem}`));
      }
      const found = await confirmClock(stage);
      problems.push(...found.map((problem) => `${name}: ${problem}`));
    } finally {
      await stage.program.remove();
    }
  }
  if (problems.length > 0) throw new Error(problems.join("\n  "));
  return count * Object.keys(stages).length;
};
