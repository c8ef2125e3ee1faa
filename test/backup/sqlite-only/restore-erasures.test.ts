import { randomBytes } from "node:crypto";
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { parseStdout, test } from "../backup-suite.js";
import { CALL_WAV, uploadRaw } from "../../helpers/recordings/media.js";
import { buildTenant, createRequester } from "../../helpers/tenant.js";

const HOURS_AGO = Date.now() / 1000 - 2 * 60 * 60;

/** Returns a word that occurs nowhere else. */
const newWord = (): string => `q${randomBytes(8).toString("hex")}`;

const speak = (word: string) => ({
  transcript: [{ speaker: "Robin", role: "rep", text: `${word}.`, start: 0, end: 4000 }],
});

test("what was erased after a backup stays erased, after its restore and the undo", async (t) => {
  const { program, backup, file } = t.context;
  const created = await program.run(["org", "create", "Acme", "--json"]);
  const { organization, ...keys } = JSON.parse(created.stdout);
  const media = join(program.dataDir, "media");
  const mediaCopy = join(program.directory, "media-copy");
  const mark = join(program.dataDir, "database-restored");
  const connectTenant = (url: string) =>
    buildTenant(createRequester(url), { ...keys, id: organization.id });

  const first = await program.serve();
  const org = connectTenant(first.url);
  await org.createUser();
  const [spoken, ofClient, audio, kept] = [newWord(), newWord(), newWord(), newWord()];
  const erasedId = await org.createProcessed(speak(spoken), { summary: spoken });
  const customer = { id: "c-1", name: ofClient };
  const clientRecordingId = await org.createProcessed({ ...speak(ofClient), customer });
  const keptId = await org.createProcessed(speak(kept));
  const uploaded = await uploadRaw(
    { fetch: createRequester(first.url) },
    keys,
    { call_id: "uploaded" },
    new Uint8Array(Buffer.concat([CALL_WAV, Buffer.from(audio)])),
  );
  t.is(uploaded.status, 200, uploaded.text);
  const uploadedId = uploaded.body.recording.id;
  await program.runAll(["backup", backup]);
  cpSync(media, mediaCopy, { recursive: true });
  // The backup knows nothing of this call.
  const lateId = await org.ingestCall({ call_id: "late" });
  for (const id of [erasedId, uploadedId, lateId])
    await org.graphql("mutation ($id: ID!) { deleteRecording(id: $id) }", { id });
  const { clients } = await org.graphql("{ clients { nodes { id } } }");
  await org.graphql("mutation ($id: ID!) { deleteClient(id: $id) }", { id: clients.nodes[0].id });
  t.is((await first.stop()).code, 0);

  /** Lists the files of the data directory that contain one of the words. */
  const listFilesWith = (words: string[]): string[] =>
    readdirSync(program.dataDir, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .filter((path) => {
        // A running server may delete the file meanwhile.
        const bytes = existsSync(path) ? readFileSync(path, "latin1") : "";
        return words.some((word) => bytes.includes(word));
      });
  const erasedWords = [spoken, ofClient, audio];
  t.deepEqual(listFilesWith(erasedWords), []);
  t.is(erasedWords.filter((word) => readFileSync(backup, "latin1").includes(word)).length, 2);

  const assertErased = async (): Promise<void> => {
    const serving = await program.serve();
    const reader = connectTenant(serving.url);
    for (const id of [erasedId, uploadedId, clientRecordingId])
      t.is((await reader.get(`/v1/recordings/${id}`)).status, 404);
    t.is((await reader.get(`/v1/recordings/${keptId}`)).status, 200);
    const repeated = await reader.send("POST", "/v1/dialer", {
      call_id: "late",
      user_email: "rep@example.com",
      started_at: "2026-03-02T10:00:00Z",
    });
    t.is(repeated.status, 409, repeated.text);
    t.is(repeated.body.field, "call_id");
    while (existsSync(mark)) await setTimeout(5);
    t.is((await serving.stop()).code, 0);
    t.deepEqual(listFilesWith(erasedWords), []);
    t.true(listFilesWith([kept]).includes(file));
  };

  const restored = await program.run(["restore", backup, "--json"]);
  t.is(restored.code, 0, restored.stderr);
  t.regex(restored.stderr, /erased again/);
  t.deepEqual(listFilesWith(erasedWords), [], "before anything is served");
  cpSync(mediaCopy, media, { recursive: true });
  for (const name of readdirSync(join(media, organization.id)))
    utimesSync(join(media, organization.id, name), HOURS_AGO, HOURS_AGO);
  // The first server after a restore sweeps nothing.
  const second = await program.serve();
  while (existsSync(mark)) await setTimeout(5);
  t.is((await second.stop()).code, 0);
  const third = await program.serve();
  while (listFilesWith([audio]).length > 0) await setTimeout(5);
  t.is((await third.stop()).code, 0);
  await assertErased();

  const undone = await program.run(["restore", parseStdout(restored).replaced]);
  t.is(undone.code, 0, undone.stderr);
  await assertErased();
});

test("an import of an earlier export doesn't bring back what was erased since", async (t) => {
  const { program, file } = t.context;
  const created = await program.run(["org", "create", "Acme", "--json"]);
  const { organization, ...keys } = JSON.parse(created.stdout);
  const exported = join(program.directory, "acme.ndjson");
  const connectTenant = (url: string) =>
    buildTenant(createRequester(url), { ...keys, id: organization.id });
  const first = await program.serve();
  const org = connectTenant(first.url);
  await org.createUser();
  const [erased, kept] = [await org.createProcessed(), await org.createProcessed()];
  const { code } = await program.run(["export", "--org", "Acme", "--with-secrets", exported]);
  t.is(code, 0);
  await org.graphql("mutation ($id: ID!) { deleteRecording(id: $id) }", { id: erased });
  await first.stop();
  for (const suffix of ["", "-wal", "-shm"]) rmSync(file + suffix, { force: true });
  // A database with the same key and journal, such as one that replaces a damaged one.
  const second = await program.serve({ DEBRIEF_FIRST_ORG: "off" });
  const imported = await program.run(["import", exported]);
  t.is(imported.code, 0, imported.stderr);
  t.regex(imported.stderr, /erased again/);
  const reader = connectTenant(second.url);
  t.is((await reader.get(`/v1/recordings/${erased}`)).status, 404);
  t.is((await reader.get(`/v1/recordings/${kept}`)).status, 200);
  t.is((await second.stop()).code, 0);
});
