import "reflect-metadata";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import test from "ava";
import { connect, type Db } from "../../db/engine/connect.js";
import { createRandom } from "../../src/demo/random.js";
import { createClip } from "../helpers/clips/clips.js";
import { buildWav } from "../helpers/recordings/media-formats.js";
import { uploadRaw } from "../helpers/recordings/media.js";
import { createInstalledOrganization, tenantAt } from "../helpers/server/installed-organization.js";
import { command, createInstallation } from "../helpers/server/program.js";
import { createRequester } from "../helpers/tenant.js";

// CUT_KILLS=100 for a long run; raise --timeout with it.
const KILLS = Number(process.env["CUT_KILLS"] ?? 4);
const SECONDS = 200;
/** Clips that wait before each kill. */
const WAITING_CLIPS = 3;
/** After its process was seen; about as long as a clip takes. */
const MAX_KILL_MS = 150;
const HEAD_BYTES = 44;
const BYTES_PER_MS = 16;

const ENV = { DEBRIEF_FIRST_ORG: "off", DEBRIEF_TRANSCRIBER: "none", LOG_LEVEL: "error" };
/** Serves in a process group of its own, as in a terminal. */
const GROUP_COMMAND = ["setsid", ...command, "serve"];
const COMPLETE = `mutation ($id: ID!) {
  completeAnalysis(recordingId: $id, input: { summary: "A summary." }) { id } }`;

/** Builds audio in which each millisecond differs from its neighbours. */
const buildAudio = (): Buffer => {
  const wav = buildWav(SECONDS);
  const samples = new Int16Array(wav.buffer, wav.byteOffset + HEAD_BYTES);
  for (let at = 0; at < samples.length; at += 1) samples[at] = 1 + ((at * 14) % 30_000);
  return wav;
};

const hasCutter = (server: number): boolean => {
  try {
    const children = readFileSync(`/proc/${server}/task/${server}/children`, "utf8");
    return (children.match(/\d+/g) ?? []).some((pid) =>
      readFileSync(`/proc/${pid}/cmdline`, "utf8").includes("wav-process"),
    );
  } catch {
    // One has ended meanwhile.
    return false;
  }
};

/** Makes failed attempts due, which wait for a minute otherwise, and returns how many clips wait. */
const countWaiting = async (db: Db): Promise<number> => {
  await db("clips").where("cut_after", ">", 0).update({ cut_after: 0 });
  const row = await db("clips").whereNull("file").count({ count: "*" }).first();
  return Number(row?.["count"]);
};

/** Describes each clip whose file isn't exactly its part of the audio. */
const findWrong = async (db: Db, directory: string, audio: Buffer): Promise<string[]> => {
  const rows = await db("clips").whereNotNull("file").select("id", "file", "start_ms", "end_ms");
  return rows.flatMap(({ id, file, start_ms: start, end_ms: end }) => {
    const path = join(directory, file);
    if (!existsSync(path)) return [`${id}: no file`];
    const expected = audio.subarray(
      HEAD_BYTES + Number(start) * BYTES_PER_MS,
      HEAD_BYTES + Number(end) * BYTES_PER_MS,
    );
    return readFileSync(path).subarray(HEAD_BYTES).equals(expected) ? [] : [`${id}: other bytes`];
  });
};

(process.platform === "linux" ? test : test.skip)(
  "a server that is killed while it cuts leaves whole clips, and cuts the others after its start",
  async (t) => {
    const program = await createInstallation();
    t.teardown(program.remove);
    const seed = Date.now() % 100_000;
    t.log(`seed ${seed}`);
    const random = createRandom(seed);
    let serving = await program.serve(ENV, GROUP_COMMAND);
    const org = await createInstalledOrganization(program, "Acme");
    await tenantAt(serving, org).createUser();
    const db = connect(program.databaseUrl);
    t.teardown(() => db.destroy());
    const audio = buildAudio();
    const { body } = await uploadRaw(
      { fetch: createRequester(serving.url) },
      org,
      {},
      new Uint8Array(audio),
    );
    const recording: string = body.recording.id;
    await tenantAt(serving, org).graphql(COMPLETE, { id: recording });
    const directory = join(program.dataDir, "media", org.id);
    const addClips = async (): Promise<void> => {
      for (let waiting = await countWaiting(db); waiting < WAITING_CLIPS; waiting += 1) {
        const start = random.int(0, 100_000);
        await createClip(tenantAt(serving, org), recording, { start, end: start + 60_000 });
      }
    };
    let hits = 0;
    for (let kill = 0; kill < KILLS; kill += 1) {
      await addClips();
      while (!hasCutter(serving.child.pid!) && (await countWaiting(db)) > 0) await setTimeout(5);
      await setTimeout(random.int(0, MAX_KILL_MS));
      if (hasCutter(serving.child.pid!)) hits += 1;
      const ended = once(serving.child, "close");
      process.kill(-serving.child.pid!, "SIGKILL");
      await ended;
      t.deepEqual(await findWrong(db, directory, audio), []);
      serving = await program.serve(ENV, GROUP_COMMAND);
    }
    while ((await countWaiting(db)) > 0) await setTimeout(50);
    t.deepEqual(await findWrong(db, directory, audio), []);
    const count = await db("clips").count({ count: "*" }).first();
    t.log(`${KILLS} kills, ${hits} while a process cut; ${count?.["count"]} clips, each whole`);
    const ended = once(serving.child, "close");
    process.kill(-serving.child.pid!, "SIGTERM");
    await ended;
  },
);
