import "reflect-metadata";
import type { Transcribe } from "../../src/analyzer/analyzer.js";
import { SAMPLE_LINES, buildUtterances } from "../helpers/analysis/analyzer-calls.js";
import { runAttempt, TEST_LEASE_MS } from "../helpers/analysis/run-attempt.js";
import { uploadForm } from "../helpers/recordings/media.js";
import { recordStatements } from "../helpers/engine/record-statements.js";
import { test } from "../helpers/own-suite.js";
import type { Tenant, TestServer } from "../helpers/server.js";
import { signInAs } from "../helpers/sign-in/viewers.js";

const transcript = buildUtterances(SAMPLE_LINES);
const audio = { recording_url: "https://phone.example.com/call.mp3" };
const PLACE = "query ($id: ID!) { recording(id: $id) { transcriptionPlace } }";

test.beforeEach((t) => {
  const { services } = t.context.server;
  services.fetchesMedia = false;
  services.analyzes = { audio: true, showsProgress: true };
});

const loadPlaces = async (org: Tenant, ids: readonly string[]): Promise<(number | null)[]> => {
  const places = [];
  for (const id of ids)
    places.push((await org.graphql(PLACE, { id })).recording.transcriptionPlace);
  return places;
};

const ingestAudio = async (org: Tenant, count: number): Promise<string[]> => {
  const ids = [];
  for (let call = 0; call < count; call += 1) ids.push(await org.ingestCall(audio));
  return ids;
};

/** Claims the call and holds its transcription, which reports `percent`. Returns the function that ends it. */
const claim = async (
  server: TestServer,
  org: Tenant,
  id: string,
  percent?: number,
): Promise<() => Promise<void>> => {
  const begun = Promise.withResolvers<void>();
  const ended = Promise.withResolvers<void>();
  const transcribe: Transcribe = async (_audio, _signal, _inPlace, onProgress) => {
    if (percent !== undefined) onProgress?.(percent);
    begun.resolve();
    await ended.promise;
    return { utterances: [...transcript], notices: [] };
  };
  const attempt = runAttempt(server, org, id, { transcribe });
  await begun.promise;
  return async () => {
    ended.resolve();
    await attempt;
  };
};

const waitUntil = async (isOver: () => Promise<boolean>): Promise<void> => {
  while (!(await isOver()));
};

test.serial("calls that wait for their transcription have places, the oldest first", async (t) => {
  const { server, org } = t.context;
  const [first, second] = await ingestAudio(org, 2);
  await org.ingestCall({ transcript });
  await org.createProcessed(audio);
  await org.ingestCall({});
  await org.ingestCall({ ...audio, consent: "refused" });
  const other = await server.createTenant();
  await other.createUser();
  const [foreign] = await ingestAudio(other, 1);
  const { body } = await uploadForm(server, org, { call_id: "uploaded" });
  const ids = [first!, second!, body.recording.id as string];
  t.deepEqual(await loadPlaces(org, ids), [1, 2, 3]);
  t.deepEqual(await loadPlaces(other, [foreign!]), [1]);
  const page = await org.graphql(
    "{ recordings(filter: { status: received }) { nodes { transcriptionPlace } } }",
  );
  t.deepEqual(
    page.recordings.nodes.map((node: { transcriptionPlace: number }) => node.transcriptionPlace),
    [3, null, null, null, 2, 1],
  );
});

test.serial("other calls have no place", async (t) => {
  const { org } = t.context;
  const refused = await org.ingestCall({ ...audio, consent: "refused" });
  const ids = [
    await org.ingestCall({ transcript }),
    await org.createProcessed(audio),
    await org.ingestCall({}),
    refused,
  ];
  t.deepEqual(await loadPlaces(org, ids), [null, null, null, null]);
});

test.serial("a call whose audio is being fetched doesn't wait yet", async (t) => {
  const { server, org } = t.context;
  server.services.fetchesMedia = true;
  const fetched = await org.ingestCall(audio);
  const { body } = await uploadForm(server, org, { call_id: "uploaded" });
  const ids = [fetched, body.recording.id as string];
  t.deepEqual(await loadPlaces(org, ids), [null, 1]);
  await server.services.db("media_fetches").where("recording_id", fetched).update("given_up", 1);
  t.deepEqual(await loadPlaces(org, ids), [1, 2]);
});

test.serial("a call that is being transcribed has no place, and counts no more", async (t) => {
  const { server, org } = t.context;
  const ids = await ingestAudio(org, 3);
  const end = await claim(server, org, ids[0]!, 0);
  await waitUntil(async () => (await loadPlaces(org, ids.slice(0, 1)))[0] === null);
  t.deepEqual(await loadPlaces(org, ids), [null, 1, 2]);
  await end();
  t.deepEqual(await loadPlaces(org, ids), [null, 1, 2]);
});

test.serial("calls that workers have claimed come first, in the order of the claims", async (t) => {
  const { server, org } = t.context;
  const ids = await ingestAudio(org, 4);
  const ends = [await claim(server, org, ids[3]!), await claim(server, org, ids[1]!)];
  t.deepEqual(await loadPlaces(org, ids), [3, 2, 4, 1]);
  server.services.analyzes = { audio: true };
  t.deepEqual(await loadPlaces(org, ids), [1, null, 2, null], "they may be running");
  server.services.analyzes = { audio: true, showsProgress: true };
  server.clock.time += TEST_LEASE_MS + 1;
  t.deepEqual(await loadPlaces(org, ids), [3, 1, 4, 2], "their workers have ended");
  for (const end of ends) await end();
});

test.serial("there are no places if the server doesn't transcribe", async (t) => {
  const { server, org } = t.context;
  const ids = await ingestAudio(org, 1);
  server.services.analyzes = { audio: false };
  t.deepEqual(await loadPlaces(org, ids), [null]);
  server.services.analyzes = undefined;
  t.deepEqual(await loadPlaces(org, ids), [null]);
});

/** Adds `count` copies of the call, each newer than the one before. Returns their ids. */
const copyCall = async (
  { services: { db, newId } }: TestServer,
  id: string,
  count: number,
  changes: object = {},
): Promise<string[]> => {
  const row = await db("recordings").where({ id }).first();
  const copies = Array.from({ length: count }, (_, index) => ({
    ...row,
    ...changes,
    id: newId(),
    call_id: `copy${index}`,
    call_key: `copy${index}`,
    position: Number(row.position) + index + 1,
    updated_position: Number(row.updated_position) + index + 1,
  }));
  await db.batchInsert("recordings", copies, 50);
  return copies.map((copy) => copy.id);
};

test.serial("at most 1,000 calls are counted before one", async (t) => {
  const { server, org } = t.context;
  const [first] = await ingestAudio(org, 1);
  const copies = await copyCall(server, first!, 1_001);
  t.deepEqual(await loadPlaces(org, copies.slice(998)), [1_000, 1_001, 1_001]);
  await claim(server, org, copies[1_000]!).then((end) => end());
  t.deepEqual(await loadPlaces(org, copies.slice(998)), [1_000, 1_001, null]);
});

test.serial("behind more than 10,000 calls without audio, the place is unknown", async (t) => {
  const { server, org } = t.context;
  const [first] = await ingestAudio(org, 1);
  const copies = await copyCall(server, first!, 10_000, { media_url: null });
  const ids = [first!, copies[9_998]!, copies[9_999]!];
  await server.services
    .db("recordings")
    .whereIn("id", ids)
    .update({ media_url: "https://example.com/a" });
  t.deepEqual(await loadPlaces(org, ids), [1, 2, null]);
});

test.serial("a rep's call has its place among all calls of the organization", async (t) => {
  const { server, org } = t.context;
  await ingestAudio(org, 2);
  for (const [index, role] of (["rep", "manager"] as const).entries()) {
    const email = `${role}@${org.id}.example.com`;
    await org.createUser(email);
    const own = await org.ingestCall({ ...audio, user_email: email });
    const page = await signInAs(server, org, email, role);
    const answer = await page.query(`{ recording(id: "${own}") { transcriptionPlace } }`);
    t.is(JSON.parse(answer.text).data.recording.transcriptionPlace, 3 + index, role);
  }
});

test.serial(
  "a page's places cost one statement, and nothing unless they are asked for",
  async (t) => {
    const { server, org } = t.context;
    await ingestAudio(org, 5);
    const countClaims = async (field: string): Promise<number> =>
      (
        await recordStatements(server, () =>
          org.graphql(`{ recordings(filter: { status: received }) { nodes { id ${field} } } }`),
        )
      ).filter((sql) => sql.includes("analysis_claims")).length;
    t.is(await countClaims("transcriptionPlace"), 1);
    t.is(await countClaims(""), 0);
  },
);
