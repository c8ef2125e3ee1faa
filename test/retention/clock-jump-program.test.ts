import { setTimeout } from "node:timers/promises";
import { connect } from "../../db/engine/connect.js";
import { test } from "../helpers/server/first-start-suite.js";
import { CALL_WAV, uploadRaw } from "../helpers/recordings/media.js";
import { loadRowsByTable } from "../helpers/engine/rows-by-table.js";
import { buildShiftedEnv } from "../helpers/server/shift-clock.js";
import { buildTenant, createRequester } from "../helpers/tenant.js";

const DAY_MS = 24 * 60 * 60_000;
const YEAR_MS = 365 * DAY_MS;

test("a start with the clock 11 years ahead erases nothing until an admin confirms it", async (t) => {
  const { program } = t.context;
  const created = await program.run(["org", "create", "Acme", "--json"]);
  const { organization, ...keys } = JSON.parse(created.stdout);
  const serving = await program.serve();
  const connectTenant = (url: string) =>
    buildTenant(createRequester(url), { ...keys, id: organization.id });
  const org = connectTenant(serving.url);
  await org.createUser();
  const recordingId = await org.createProcessed({
    transcript: [{ speaker: "Robin", role: "rep", text: "Rhubarb?", start: 0, end: 4000 }],
  });
  const uploaded = await uploadRaw({ fetch: createRequester(serving.url) }, org, {
    call_id: "uploaded",
  });
  t.is(uploaded.status, 200, uploaded.text);
  const { id: uploadId } = uploaded.body.recording;
  await org.graphql(
    "mutation { setRetention(input: { mediaDays: 3650, transcriptDays: 3650, payloadDays: 3650 }) { mediaDays } }",
  );
  t.is((await serving.stop()).code, 0);

  const db = connect(program.databaseUrl);
  t.teardown(() => db.destroy());
  const loadContent = async () => {
    const rows = await loadRowsByTable(db, organization.id);
    return ["events", "media", "transcripts", "recordings", "inbound_calls"].map(
      (table) => rows[table],
    );
  };
  const before = await loadContent();
  const shifted = buildShiftedEnv(11 * YEAR_MS);
  const jumped = await program.serve(shifted);
  while (!jumped.stderr().includes("the clock jumped: nothing is deleted by age"))
    await setTimeout(10);
  const ready = await fetch(`${jumped.url}/readyz`);
  t.is(ready.status, 200);
  const { status, warnings } = (await ready.json()) as { status: string; warnings: string[] };
  t.is(status, "ok");
  t.regex(warnings.join(), /^the clock jumped from/);
  const org2037 = connectTenant(jumped.url);
  const media = await org2037.get(`/v1/recordings/${uploadId}/media`);
  t.is(media.status, 200, media.text);
  t.is(Number(media.headers.get("content-length")), CALL_WAV.length);
  const { body } = await org2037.get(`/v1/recordings/${recordingId}/transcript`);
  t.is(body.transcript.length, 1);
  t.is((await jumped.stop()).code, 0);

  const refused = await program.run(["retention", "run", "--org", "Acme"], shifted);
  t.is(refused.code, 1);
  t.regex(
    refused.stderr,
    /more than 3 days from the last heartbeat; .*debrief clock confirm --org/,
  );
  t.deepEqual(await loadContent(), before);
  const doctor = await program.run(["doctor"], shifted);
  t.is(doctor.code, 1);
  t.regex(
    doctor.stdout,
    /^heartbeat: nothing is deleted by age: .*\n {2}fix: debrief clock confirm/m,
  );

  const right = await program.run(["clock", "confirm"]);
  t.regex(right.stdout, /nothing to confirm: the clock did not jump\n$/);
  t.is((await program.run(["doctor"])).code, 0, "the right clock needs no confirmation");
  t.deepEqual(await loadContent(), before);

  const confirmed = await program.run(["clock", "confirm", "--json"], shifted);
  t.is(confirmed.code, 0, confirmed.stderr);
  t.like(JSON.parse(confirmed.stdout).confirmed, [{ organization: organization.id }]);
  const removed = await program.run(["retention", "run", "--org", "Acme", "--json"], shifted);
  t.like(JSON.parse(removed.stdout).removed, { transcripts: 1 });
});

test("a start without an admin writes nothing before it has compared its clock", async (t) => {
  const { program } = t.context;
  const withoutOrganization = { DEBRIEF_FIRST_ORG: "off", DEBRIEF_ANALYZER: "external" };
  const serving = await program.serve(withoutOrganization);
  // The server checks the clock at its start, and has no heartbeat of this organization.
  const created = await program.run(["org", "create", "Acme", "--json"]);
  const { organization, ...keys } = JSON.parse(created.stdout);
  const connectTenant = (url: string) =>
    buildTenant(createRequester(url), { ...keys, id: organization.id });
  const org = connectTenant(serving.url);
  await org.createUser();
  const id = await org.createProcessed({
    transcript: [{ speaker: "Robin", role: "rep", text: "Rhubarb?", start: 0, end: 4000 }],
  });
  await org.graphql("mutation { setRetention(input: { transcriptDays: 30 }) { transcriptDays } }");
  t.is((await serving.stop()).code, 0);
  const db = connect(program.databaseUrl);
  t.teardown(() => db.destroy());
  t.is(await db("clock_heartbeats").where("organization_id", organization.id).first(), undefined);

  const shifted = buildShiftedEnv(40 * DAY_MS);
  const jumped = await program.serve({ ...withoutOrganization, ...shifted });
  const ready = (await (await fetch(`${jumped.url}/readyz`)).json()) as { warnings: string[] };
  t.regex(ready.warnings.join(), /^the clock jumped from/);
  const run = await program.run(["retention", "run", "--org", "Acme"], shifted);
  t.is(run.code, 1, run.stdout);
  const { body } = await connectTenant(jumped.url).get(`/v1/recordings/${id}/transcript`);
  t.is(body.transcript.length, 1);
  t.is((await jumped.stop()).code, 0);
});
