import "reflect-metadata";
import { once } from "node:events";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import test from "ava";
import { connect, type Db } from "../../db/engine/connect.js";
import { createRandom } from "../../src/demo/random.js";
import { createInstalledOrganization, tenantAt } from "../helpers/server/installed-organization.js";
import { uploadRaw } from "../helpers/recordings/media.js";
import { buildWav } from "../helpers/recordings/media-formats.js";
import { command, createInstallation, type ServingProgram } from "../helpers/server/program.js";
import { createRequester, type OrganizationCredentials } from "../helpers/tenant.js";

// SILENCE_KILLS=250 for a long run; raise TEST_MINUTES and --timeout with it.
const KILLS = Number(process.env["SILENCE_KILLS"] ?? 6);
/** Files that wait before each kill. */
const WAITING_FILES = 3;
/** Kills until all files are silenced and checked; then the calls are deleted, because each kill checks every file. */
const KILLS_PER_ROUND = 8;
const SECONDS = 200;
/** After its process was seen; about as long as a file takes. */
const MAX_KILL_MS = 300;
const HEAD_BYTES = 44;
const BYTES_PER_MS = 16;
/** What is replaced in each transcript, and how much around it isn't heard, in milliseconds. */
const CARD = { text: "4111 1111 1111 1111", start: 20_000, end: 23_000 };
const PAD_MS = 300;

const ENV = { DEBRIEF_FIRST_ORG: "off", DEBRIEF_TRANSCRIBER: "none", LOG_LEVEL: "error" };
/** Serves in a process group of its own, as in a terminal. */
const GROUP_COMMAND = ["setsid", ...command, "serve"];
const SIGNALS = ["SIGKILL", "SIGTERM", "SIGINT"] as const;
const VICTIMS = ["group", "server", "child"] as const;

const REDACT = "mutation { setRedaction(input: { cardNumbers: true }) { cardNumbers } }";
const DELETE = "mutation ($id: ID!) { deleteRecording(id: $id) }";

/** Builds audio that differs from file to file, without a silent sample. */
const buildAudio = (n: number): Buffer => {
  const wav = buildWav(SECONDS);
  const samples = new Int16Array(wav.buffer, wav.byteOffset + HEAD_BYTES);
  for (let at = 0; at < samples.length; at += 1) samples[at] = 1 + ((at * 14 + n * 31) % 30_000);
  return wav;
};

const silence = (wav: Buffer): Buffer =>
  Buffer.from(wav).fill(
    0,
    HEAD_BYTES + (CARD.start - PAD_MS) * BYTES_PER_MS,
    HEAD_BYTES + (CARD.end + PAD_MS) * BYTES_PER_MS,
  );

/** Lists the processes that silence a file for the server. */
const listSilencers = (server: number): number[] => {
  try {
    const children = readFileSync(`/proc/${server}/task/${server}/children`, "utf8");
    return (children.match(/\d+/g) ?? [])
      .map(Number)
      .filter((pid) => readFileSync(`/proc/${pid}/cmdline`, "utf8").includes("wav-process"));
  } catch {
    // One has ended meanwhile.
    return [];
  }
};

interface StoredCall {
  org: OrganizationCredentials;
  id: string;
  /** Of the uploaded file. */
  original: string;
  silenced: Buffer;
}

/** Makes failed attempts due, which wait for a minute otherwise, and returns how many files wait. */
const countWaiting = async (db: Db): Promise<number> => {
  await db("media").where("check_after", ">", 0).update({ check_after: 0 });
  const row = await db("media").where("unchecked", 1).count({ count: "*" }).first();
  return Number(row?.["count"]);
};

/** Describes each file that is gone, or is stored as silenced but isn't. */
const findLosses = async (
  db: Db,
  mediaDirectory: string,
  calls: readonly StoredCall[],
): Promise<string[]> => {
  const trash = join(mediaDirectory, ".trash");
  const days = existsSync(trash) ? readdirSync(trash) : [];
  const rows = await db("media").select("recording_id", "file", "bytes", "unchecked");
  return calls.flatMap(({ org, id, original, silenced }) => {
    const row = rows.find((one) => one.recording_id === id);
    if (!row) return [`${id}: no row`];
    const path = join(mediaDirectory, org.id, row.file);
    if (!existsSync(path)) return [`${id}: no file, unchecked ${row.unchecked}`];
    const content = readFileSync(path);
    if (content.length !== Number(row.bytes)) return [`${id}: ${content.length} of ${row.bytes}`];
    if (Number(row.unchecked) === 0 && !content.equals(silenced)) return [`${id}: not silenced`];
    const places = [
      join(mediaDirectory, org.id, original),
      ...days.map((day) => join(trash, day, org.id, original)),
    ];
    return places.some((place) => existsSync(place)) ? [] : [`${id}: the original is gone`];
  });
};

/** Describes each call that is served as it must not be. Returns how many are served, too. */
const listen = async (
  { url }: ServingProgram,
  calls: readonly StoredCall[],
): Promise<{ served: number; problems: string[] }> => {
  const problems: string[] = [];
  let served = 0;
  for (const { org, id, silenced } of calls) {
    const answer = await fetch(`${url}/v1/recordings/${id}/media`, {
      headers: { "x-api-key": org.apiKey },
    });
    const body = Buffer.from(await answer.arrayBuffer());
    if (answer.status === 200) served += 1;
    const isRight = answer.status === 200 ? body.equals(silenced) : answer.status === 404;
    if (!isRight) problems.push(`${id}: ${answer.status} with ${body.length} bytes`);
  }
  return { served, problems };
};

(process.platform === "linux" ? test : test.skip)(
  "a server or a silencing process killed at any moment loses no audio, and serves none unsilenced",
  async (t) => {
    const program = await createInstallation();
    t.teardown(program.remove);
    const mediaDirectory = join(program.dataDir, "media");
    const seed = Date.now() % 100_000;
    t.log(`seed ${seed}`);
    const random = createRandom(seed);
    let serving = await program.serve(ENV, GROUP_COMMAND);
    const organizations: OrganizationCredentials[] = [];
    for (const name of ["Acme", "Beta"]) {
      const org = await createInstalledOrganization(program, name);
      await tenantAt(serving, org).createUser();
      await tenantAt(serving, org).graphql(REDACT);
      organizations.push(org);
    }
    const db = connect(program.databaseUrl);
    t.teardown(() => db.destroy());

    let calls: StoredCall[] = [];
    let uploaded = 0;
    const uploadNext = async (): Promise<void> => {
      const org = organizations[uploaded % organizations.length]!;
      const audio = buildAudio(uploaded);
      const { body, text } = await uploadRaw(
        { fetch: createRequester(serving.url) },
        org,
        {
          call_id: `call ${uploaded}`,
          transcript: [{ speaker: "Customer", role: "client", ...CARD }],
        },
        new Uint8Array(audio),
      );
      if (body.recording === undefined) throw new Error(text);
      const { id } = body.recording;
      // Its silencing may have begun, but not ended: a row has its originals then.
      const row = await db("media").where("recording_id", id).first("file", "originals");
      const original = (JSON.parse(row.originals) as string[])[0] ?? row.file;
      calls.push({ org, id, original, silenced: silence(audio) });
      uploaded += 1;
    };
    const untilSilencing = async (): Promise<number[]> => {
      for (;;) {
        for (let waiting = await countWaiting(db); waiting < WAITING_FILES; waiting += 1)
          await uploadNext();
        const silencers = listSilencers(serving.child.pid!);
        if (silencers.length > 0) return silencers;
        await setTimeout(10);
      }
    };
    const untilSilenced = async (): Promise<void> => {
      while ((await countWaiting(db)) > 0) await setTimeout(50);
    };
    const deleteCalls = async (): Promise<void> => {
      for (const { org, id } of calls) await tenantAt(serving, org).graphql(DELETE, { id });
      calls = [];
    };

    const hits = new Map<string, number>();
    let played = 0;
    for (let kill = 0; kill < KILLS; kill += 1) {
      await untilSilencing();
      await setTimeout(random.int(0, MAX_KILL_MS));
      const victim = VICTIMS[kill % VICTIMS.length]!;
      const signal = random.pick(SIGNALS);
      const pid = serving.child.pid!;
      // The child may have ended since; then another one is there, or there is none to hit.
      const [silencer] = listSilencers(pid);
      const name = `${victim} ${signal}`;
      if (silencer !== undefined) hits.set(name, (hits.get(name) ?? 0) + 1);
      if (victim === "child") {
        if (silencer !== undefined) process.kill(silencer, signal);
      } else {
        const ended = once(serving.child, "close");
        process.kill(victim === "group" ? -pid : pid, signal);
        const [code] = await ended;
        t.is(code, signal === "SIGKILL" ? null : 0, name);
        t.deepEqual(await findLosses(db, mediaDirectory, calls), [], `${name}, stopped`);
        serving = await program.serve(ENV, GROUP_COMMAND);
      }
      const { served, problems } = await listen(serving, calls);
      played += served;
      t.deepEqual(problems, [], name);
      if ((kill + 1) % KILLS_PER_ROUND === 0 || kill === KILLS - 1) {
        await untilSilenced();
        t.deepEqual(await findLosses(db, mediaDirectory, calls), [], name);
        t.deepEqual(await listen(serving, calls), { served: calls.length, problems: [] }, name);
        await deleteCalls();
      }
    }
    t.is((await serving.stop()).code, 0);
    const figures = VICTIMS.flatMap((victim) => SIGNALS.map((signal) => `${victim} ${signal}`)).map(
      (name) => `${hits.get(name) ?? 0} ${name}`,
    );
    const hit = [...hits.values()].reduce((sum, count) => sum + count, 0);
    t.true(hit >= KILLS / 4, `only ${hit} of ${KILLS} kills hit a running process`);
    t.log(`${KILLS} kills, ${hit} while a process silenced (${figures.join(", ")})`);
    t.log(`${uploaded} files, each silenced; ${played} played between the kills`);
  },
);
