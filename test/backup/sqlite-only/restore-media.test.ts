import { existsSync, readdirSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { parseStdout, test } from "../backup-suite.js";
import { CALL_WAV, uploadRaw } from "../../helpers/recordings/media.js";
import { buildTenant, createRequester } from "../../helpers/tenant.js";

const HOURS_AGO = Date.now() / 1000 - 2 * 60 * 60;

test("audio survives a restore, the server on it, and the undo", async (t) => {
  const { program, backup } = t.context;
  const created = await program.run(["org", "create", "Acme", "--json"]);
  const { organization, ...keys } = JSON.parse(created.stdout);
  const directory = join(program.dataDir, "media", organization.id);
  const trash = join(program.dataDir, "media", ".trash");
  const mark = join(program.dataDir, "database-restored");
  const listStored = (): string[] => readdirSync(directory).toSorted();
  const connectTenant = (url: string) =>
    buildTenant(createRequester(url), { ...keys, id: organization.id });

  const first = await program.serve();
  await connectTenant(first.url).createUser();
  const upload = async (callId: string): Promise<string> => {
    const answer = await uploadRaw({ fetch: createRequester(first.url) }, keys, {
      call_id: callId,
    });
    t.is(answer.status, 200, answer.text);
    return answer.body.recording.id;
  };
  const ids = [await upload("before")];
  await program.runAll(["backup", backup]);
  for (const callId of ["after-1", "after-2", "after-3"]) ids.push(await upload(callId));
  await first.stop();
  const files = listStored();
  t.is(files.length, 4);
  for (const file of files) utimesSync(join(directory, file), HOURS_AGO, HOURS_AGO);

  const restored = await program.run(["restore", backup, "--json"]);
  t.is(restored.code, 0, restored.stderr);
  const second = await program.serve();
  while (existsSync(mark)) await setTimeout(5);
  t.is((await second.stop()).code, 0);
  t.deepEqual(listStored(), files, "the first sweep after a restore removes nothing");

  const third = await program.serve();
  while (listStored().length > 1) await setTimeout(5);
  t.is((await third.stop()).code, 0);
  const [date] = readdirSync(trash);
  t.is(readdirSync(join(trash, date!, organization.id)).length, 3);

  const undone = await program.run(["restore", parseStdout(restored).replaced]);
  t.is(undone.code, 0, undone.stderr);
  const doctor = await program.run(["doctor"]);
  t.regex(doctor.stdout, /^media: ok$/m, "the files are in the trash");
  const last = await program.serve();
  const org = connectTenant(last.url);
  for (const id of ids) {
    const { status, headers } = await org.get(`/v1/recordings/${id}/media`);
    t.deepEqual([status, headers.get("content-length")], [200, String(CALL_WAV.length)]);
  }
  while (existsSync(mark)) await setTimeout(5);
  t.is((await last.stop()).code, 0);
  t.deepEqual(listStored(), files);
  t.deepEqual(readdirSync(join(trash, date!, organization.id)), []);
});
