import { execFileSync } from "node:child_process";
import { writeFileSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { connect } from "../../../db/engine/connect.js";
import { insertAll } from "../../../db/engine/insert-all.js";
import { write } from "../../../db/engine/write.js";
import { buildLookupKey } from "../../../db/engine/lookup-key.js";
import { upsertTranscript } from "../../../db/recordings/transcript.js";
import { withSearchUpdated } from "../../../db/search/search-index.js";
import { createRandom, type Random } from "../../../src/demo/random.js";
import { buildRowId } from "../../helpers/engine/bulk-rows.js";
import { Instance } from "../crash/server-process.js";
import { readFirstKeys } from "../crash/set-up-organization.js";
import { TenantClient, type TenantKeys } from "./tenant-client.js";

const BIN = fileURLToPath(new URL("../../../../bin/debrief.js", import.meta.url));
const HOSTILE_FILE = "hostile.json";
const BATCH = 500;
const WORDS = 120;
const VOCABULARY = 5_000;
const REP = "hostile-rep@example.com";

/** The two organizations of a filled data directory. */
export interface Template {
  directory: string;
  /** The database's settings; empty for SQLite, whose file is in the directory. */
  env: Record<string, string>;
  good: TenantKeys;
  hostile: TenantKeys;
  /** The hostile organization's rep, to whom all its recordings belong. */
  rep: string;
}

const wordOf = (number: number): string => {
  let word = "";
  for (let rest = number + 60; rest > 0; rest = Math.floor(rest / 60))
    word += "bcdfgklmnprs"[Math.floor((rest % 60) / 5)]! + "aeiou"[rest % 5]!;
  return word;
};

const pickText = (random: Random): string =>
  Array.from({ length: WORDS / 4 }, () =>
    wordOf(Math.floor(Math.exp(random.next() * Math.log(VOCABULARY)))),
  ).join(" ");

const fillHostile = async (
  databaseUrl: string,
  organizationId: string,
  count: number,
  seed: number,
): Promise<void> => {
  const db = connect(databaseUrl);
  const random = createRandom(seed);
  try {
    const user = (await db("users").where({ organization_id: organizationId }).first("id")) as {
      id: string;
    };
    const firstMicros = Date.parse("2025-01-01") * 1000;
    for (let from = 0; from < count; from += BATCH) {
      const numbers = Array.from({ length: Math.min(BATCH, count - from) }, (_, n) => from + n);
      const rows = numbers.map((n) => ({
        organization_id: organizationId,
        id: buildRowId(n + 1),
        position: firstMicros + n * 1_000_000,
        updated_position: firstMicros + n * 1_000_000,
        processed_position: firstMicros + n * 1_000_000,
        status: "processed",
        source: "dialer",
        call_id: `filled-${n}`,
        call_key: buildLookupKey(`filled-${n}`),
        name: "Call",
        summary: pickText(random),
        notes: "",
        user_id: user.id,
        started_at: Date.parse("2025-01-01") + n * 3_600_000,
        duration: 60_000,
        custom_fields: "{}",
        closed: 0,
      }));
      const ids = rows.map(({ id }) => id);
      await write(db, organizationId, async (trx) =>
        withSearchUpdated(trx, organizationId, ids, async () => {
          await insertAll(trx, "recordings", rows);
          for (const id of ids)
            await upsertTranscript(
              trx,
              organizationId,
              id,
              [0, 1, 2, 3].map((n) => ({
                speaker: n % 2 === 0 ? "Robin" : "Alex",
                role: n % 2 === 0 ? ("rep" as const) : ("client" as const),
                text: pickText(random),
                start: n * 1000,
                end: n * 1000 + 900,
              })),
            );
        }),
      );
    }
  } finally {
    await db.destroy();
  }
};

/** Fills a data directory with a good organization, and a hostile one of `count` recordings. */
export const createTemplate = async (
  directory: string,
  { count, seed, env }: { count: number; seed: number; env: Record<string, string> },
): Promise<Template> => {
  const instance = new Instance({ directory, env });
  try {
    const url = await instance.listening;
    const settings = { ...process.env, DEBRIEF_DATA_DIR: directory, ...env };
    const created = execFileSync(process.execPath, [BIN, "org", "create", "Hostile", "--json"], {
      env: settings,
      cwd: directory,
    });
    writeFileSync(join(directory, HOSTILE_FILE), created);
    const hostile = JSON.parse(created.toString()) as TenantKeys;
    const client = new TenantClient(url, hostile);
    await client.load(
      `mutation { upsertUser(input: { email: "${REP}", name: "Hostile" }) { email } }`,
    );
    client.close();
  } finally {
    instance.signal("SIGTERM");
    await instance.ended;
  }
  const hostile = JSON.parse(readFileSync(join(directory, HOSTILE_FILE), "utf8")) as TenantKeys & {
    organization: { id: string };
  };
  const databaseUrl = env["DATABASE_URL"] ?? `sqlite:${join(directory, "debrief.db")}`;
  await fillHostile(databaseUrl, hostile.organization.id, count, seed);
  return { directory, env, good: readFirstKeys(directory) as TenantKeys, hostile, rep: REP };
};
