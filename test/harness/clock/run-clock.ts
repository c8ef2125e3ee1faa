import { readdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { connect } from "../../../db/engine/connect.js";
import { createRandom } from "../../../src/demo/random.js";
import { CALL_WAV } from "../../helpers/recordings/media.js";
import { buildShiftedEnv } from "../../helpers/server/shift-clock.js";
import { createApi } from "../crash/api.js";
import { Instance } from "../crash/server-process.js";
import { readFirstKeys } from "../crash/set-up-organization.js";
import { createCommandLine } from "../maintenance/command-line.js";

const DAY_MS = 24 * 60 * 60_000;
/** What a dead battery, a typing error, a suspended machine or a wrong time zone make of the clock. */
const SHIFTS_DAYS = [-4015, -30, -1, 0, 0, 2, 4, 40, 400, 4015];
/** Long enough for the jobs that run at a start. */
const SERVE_MS = 1_500;
const CONTENT = ["recordings", "transcripts", "media", "events", "deliveries", "inbound_calls"];
const SET_UP = `mutation ($url: String!) {
  upsertUser(input: { email: "rep@example.com", name: "Robin" }) { email }
  createWebhook(input: { url: $url, events: ["recording.processed"] }) { webhook { id } }
  setRetention(input: { mediaDays: 365, transcriptDays: 365, payloadDays: 365 }) { mediaDays }
}`;
const COMPLETE = `mutation ($id: ID!) { completeAnalysis(recordingId: $id, input: { summary: "Done" }) { id } }`;

/** Returns the number of rows of each table that has content, and of media files. */
const countContent = async (directory: string): Promise<Record<string, number>> => {
  const db = connect(`sqlite:${join(directory, "debrief.db")}`);
  const counts: Record<string, number> = {};
  for (const table of CONTENT) {
    const row = await db(table).count({ count: "*" }).first();
    counts[table] = Number(row?.["count"]);
  }
  await db.destroy();
  const files = readdirSync(join(directory, "media"), { recursive: true, withFileTypes: true });
  counts["files"] = files.filter((entry) => entry.isFile()).length;
  return counts;
};

const findLosses = (
  before: Record<string, number>,
  after: Record<string, number>,
  what: string,
): string[] =>
  Object.entries(before).flatMap(([name, count]) =>
    after[name]! < count ? [`${what}: ${name} fell from ${count} to ${after[name]}`] : [],
  );

/** Uploads a call, whose analysis writes an event. */
const addContent = async (url: string, directory: string, n: number): Promise<void> => {
  const keys = readFirstKeys(directory);
  const query = new URLSearchParams({
    call_id: `call-${n}`,
    user_email: "rep@example.com",
    started_at: "2026-03-02T10:00:00Z",
    transcript: JSON.stringify([
      { speaker: "Robin", role: "rep", text: "Hello?", start: 0, end: 900 },
    ]),
  });
  const answer = await fetch(`${url}/v1/recordings/upload?${query.toString()}`, {
    method: "POST",
    headers: { "x-api-key": keys.apiKey, "content-type": "audio/wav" },
    body: CALL_WAV,
  });
  const text = await answer.text();
  if (answer.status !== 200) throw new Error(`an upload got ${answer.status}: ${text}`);
  const { recording } = JSON.parse(text) as { recording: { id: string } };
  await createApi(url, keys).graphql(COMPLETE, { id: recording.id });
};

export interface ClockFigures {
  starts: number;
  recordings: number;
}

/**
 * Starts a server `count` times by clocks that are wrong, sometimes kills it, and looks for content that is gone. At
 * the end, an admin confirms a clock that is ahead: only then old content is removed. @throws for lost content
 */
export const runClock = async (
  directory: string,
  { seed, count }: { seed: number; count: number },
): Promise<ClockFigures> => {
  const random = createRandom(seed);
  const problems: string[] = [];
  let before: Record<string, number> = {};
  for (let n = 0; n < count; n += 1) {
    const days = n === 0 ? 0 : random.pick(SHIFTS_DAYS);
    const instance = new Instance({ directory, env: buildShiftedEnv(days * DAY_MS) });
    const url = await instance.listening;
    if (n === 0)
      await createApi(url, readFirstKeys(directory)).graphql(SET_UP, { url: "http://127.0.0.1:9" });
    await addContent(url, directory, n);
    await setTimeout(SERVE_MS);
    const isKilled = random.chance(0.3);
    instance.signal(isKilled ? "SIGKILL" : "SIGTERM");
    await instance.ended;
    const after = await countContent(directory);
    problems.push(...findLosses(before, after, `start ${n} by ${days} days`));
    before = after;
  }
  const shifted = createCommandLine(directory, buildShiftedEnv(400 * DAY_MS));
  const run = ["retention", "run", "--org", "My organization"];
  const refused = await shifted(...run);
  if (refused.code !== 1) problems.push(`retention ran by a clock that jumped: ${refused.stdout}`);
  problems.push(...findLosses(before, await countContent(directory), "a refused run"));
  const confirmed = await shifted("clock", "confirm");
  if (confirmed.code !== 0) problems.push(`clock confirm: ${confirmed.stderr}`);
  const applied = await shifted(...run);
  if (applied.code !== 0) problems.push(`a confirmed run: ${applied.stderr}`);
  const { media } = await countContent(directory);
  if (media! >= before["media"]!) problems.push("a confirmed run removed nothing");
  if (problems.length > 0) throw new Error(problems.join("\n  "));
  return { starts: count, recordings: before["recordings"]! };
};
