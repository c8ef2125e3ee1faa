import "reflect-metadata";
import { createContext } from "../../graph/context/context.js";
import {
  deleteExpiredUnmappedCalls,
  replayUnmappedCalls,
} from "../../graph/dialers/replay-unmapped.js";
import { CALL_WAV, listFiles, uploadForm } from "../helpers/recordings/media.js";
import { test } from "../helpers/own-paused-suite.js";
import { setHeartbeats } from "../helpers/retention/retention.js";
import type { SharedServer, Tenant, TestServer } from "../helpers/server.js";

const UPSERT = `mutation ($input: UserInput!) { upsertUser(input: $input) { email } }`;
const UNMAPPED = `{ unmappedNumbers { kind number calls lastReceivedAt } }`;
const RECORDINGS = `{
  recordings(first: 100, filter: { status: received }) { nodes { id user { email } media { bytes } customFields } }
}`;
const DAY_MS = 24 * 60 * 60_000;

const createReplayContext = ({ services }: SharedServer, org: Tenant) =>
  createContext(services, { role: "internal", organizationId: org.id }, "replay");

const replay = async (server: SharedServer, org: Tenant) =>
  replayUnmappedCalls(createReplayContext(server, org));

const setExtensions = async (org: Tenant, extensions: string[], name = "ann"): Promise<void> => {
  const input = { email: `${name}@example.com`, name, extensions };
  await org.graphql(UPSERT, { input });
};

const listRecordings = async (org: Tenant) =>
  (await org.graphql(RECORDINGS)).recordings.nodes as {
    id: string;
    user: { email: string };
    media: { bytes: number } | null;
    customFields: object;
  }[];

const push = async (org: Tenant, fields: object) =>
  org.send("POST", "/v1/dialer", {
    call_id: "c-1",
    started_at: "2026-03-02T10:00:00Z",
    extension: "204",
    ...fields,
  });

const upload = async (server: TestServer, org: Tenant, fields: object) =>
  uploadForm(server, org, { user_email: undefined, extension: "204", ...fields });

const KEPT = {
  code: "USER_NOT_FOUND",
  field: "extension",
  message: "extension isn't an active user's; the call waits until it is",
};

test.serial(
  "a call of an unmapped extension becomes one recording once a user has it",
  async (t) => {
    const { server, org } = t.context;
    const { status, body } = await push(org, { custom_fields: { take: 1 } });
    t.is(status, 400);
    t.deepEqual(body, KEPT);
    await push(org, { custom_fields: { take: 2 } });
    await push(org, { call_id: "c-2" });
    await push(org, { call_id: "c-3", extension: "205" });
    const { unmappedNumbers } = await org.graphql(UNMAPPED);
    t.like(unmappedNumbers, [
      { kind: "extension", number: "204", calls: 2 },
      { kind: "extension", number: "205", calls: 1 },
    ]);
    t.deepEqual(await replay(server, org), { replayed: 0, dropped: 0 });
    await setExtensions(org, ["204"]);
    const replays = await Promise.all([replay(server, org), replay(server, org)]);
    t.is(replays[0].replayed + replays[1].replayed, 2);
    t.deepEqual(await replay(server, org), { replayed: 0, dropped: 0 });
    const recordings = await listRecordings(org);
    t.deepEqual(
      recordings.map(({ user }) => user.email),
      ["ann@example.com", "ann@example.com"],
    );
    t.true(
      recordings.some(({ customFields }) => "take" in customFields && customFields.take === 2),
    );
    t.like((await org.graphql(UNMAPPED)).unmappedNumbers, [{ number: "205" }]);
    const { inboundCalls } = await org.graphql(
      "{ inboundCalls { nodes { callId outcome code message recording { id } } } }",
    );
    t.deepEqual(
      inboundCalls.nodes.map(({ callId, outcome }: Record<string, string>) => [callId, outcome]),
      [
        ["c-3", "refused"],
        ["c-2", "ingested"],
        ["c-1", "ingested"],
        ["c-1", "ingested"],
      ],
    );
    t.like(inboundCalls.nodes[1], {
      code: null,
      message: "Became a recording once its user had the number",
    });
    t.truthy(inboundCalls.nodes[1].recording);
  },
);

test.serial("an uploaded file waits with its call, also through a sweep", async (t) => {
  const { server, org } = t.context;
  const { status, body } = await upload(server, org, { call_id: "u-1" });
  t.is(status, 400);
  t.like(body, KEPT);
  // The same call again replaces the file.
  await upload(server, org, { call_id: "u-1" });
  t.is((await listFiles(server, org)).length, 1);
  const files = await listFiles(server, org);
  await setExtensions(org, ["204"]);
  await replay(server, org);
  const [recording] = await listRecordings(org);
  t.is(recording?.media?.bytes, CALL_WAV.length);
  t.deepEqual(await listFiles(server, org), files);
});

test.serial(
  "a call that came again with its user keeps its fields, and gets the file that was kept",
  async (t) => {
    const { server, org } = t.context;
    await upload(server, org, { call_id: "c-1", custom_fields: { is: "old" } });
    await setExtensions(org, [], "bob");
    await push(org, { user_email: "bob@example.com", custom_fields: { is: "new" } });
    await setExtensions(org, ["204"]);
    t.deepEqual(await replay(server, org), { replayed: 0, dropped: 0 });
    t.like(await listRecordings(org), [
      { user: { email: "bob@example.com" }, customFields: { is: "new" } },
    ]);
    t.is((await listRecordings(org))[0]?.media?.bytes, CALL_WAV.length);
    t.is((await listFiles(server, org)).length, 1);
  },
);

test.serial("a clock that is behind drops no call that waits", async (t) => {
  const { server, org } = t.context;
  const { clock } = server;
  const createdAt = new Date(clock.time - DAY_MS).toISOString();
  t.like((await upload(server, org, { created_at: createdAt })).body, KEPT);
  await setExtensions(org, ["204"]);
  clock.time -= 400 * DAY_MS;
  t.deepEqual(await replay(server, org), { replayed: 0, dropped: 0 });
  t.is((await listFiles(server, org)).length, 1);
  clock.time += 400 * DAY_MS;
  t.deepEqual(await replay(server, org), { replayed: 1, dropped: 0 });
  t.is((await listRecordings(org))[0]?.media?.bytes, CALL_WAV.length);
});

const COUNTS = `{ unmappedNumbers { kind number calls } sources { waitingCalls } }`;

test.serial("a number that a user has by now isn't unmapped, before any replay", async (t) => {
  const { server, org } = t.context;
  await org.graphql(`mutation { setCountry(country: "DE") { country } }`);
  await push(org, {});
  await push(org, { call_id: "c-2", extension: "205" });
  await upload(server, org, { call_id: "c-3", extension: undefined, user_phone: "030 123456" });
  const unmapped = [
    { kind: "extension", number: "204", calls: 1 },
    { kind: "extension", number: "205", calls: 1 },
    { kind: "phone", number: "030 123456", calls: 1 },
  ];
  t.deepEqual(await org.graphql(COUNTS), {
    unmappedNumbers: unmapped,
    sources: [{ waitingCalls: 2 }, { waitingCalls: 1 }],
  });
  await setExtensions(org, ["204"]);
  const bob = { email: "bob@example.com", name: "bob", phones: ["+49 30 123456"] };
  await org.graphql(UPSERT, { input: bob });
  t.deepEqual(await org.graphql(COUNTS), {
    unmappedNumbers: [unmapped[1]],
    sources: [{ waitingCalls: 1 }],
  });
  await org.graphql(UPSERT, { input: { ...bob, active: false } });
  t.deepEqual((await org.graphql(COUNTS)).unmappedNumbers, [unmapped[1], unmapped[2]]);
});

test.serial("the first unmapped numbers are found behind a page of mapped ones", async (t) => {
  const { server, org } = t.context;
  const extensions = Array.from({ length: 120 }, (_, index) => String(1000 + index));
  for (const extension of extensions) await push(org, { call_id: extension, extension });
  for (let index = 0; index < 6; index += 1)
    await setExtensions(org, extensions.slice(index * 20, index * 20 + 19), `user-${index}`);
  const { unmappedNumbers } = await org.graphql("{ unmappedNumbers(first: 5) { number } }");
  t.deepEqual(
    unmappedNumbers,
    ["1019", "1039", "1059", "1079", "1099"].map((number) => ({ number })),
  );
  t.deepEqual(await replay(server, org), { replayed: 114, dropped: 0 });
});

test.serial("a call that came again with its user waits no longer", async (t) => {
  const { server, org } = t.context;
  await setExtensions(org, [], "bob");
  await upload(server, org, { call_id: "c-1" });
  await push(org, { call_id: "c-2" });
  t.like((await org.graphql(COUNTS)).unmappedNumbers, [{ calls: 2 }]);
  t.is((await push(org, { user_email: "bob@example.com" })).status, 200);
  t.deepEqual((await org.graphql(COUNTS)).unmappedNumbers, [
    { kind: "extension", number: "204", calls: 1 },
  ]);
  t.is((await listFiles(server, org)).length, 1);
});

test.serial("a call whose recording is processed meanwhile changes nothing", async (t) => {
  const { server, org } = t.context;
  await setExtensions(org, [], "bob");
  const { body } = await push(org, { user_email: "bob@example.com" });
  await upload(server, org, { call_id: "c-1" });
  t.like((await org.graphql(COUNTS)).unmappedNumbers, [{ calls: 1 }]);
  await org.graphql(
    `mutation ($id: ID!) { completeAnalysis(recordingId: $id, input: { summary: "Done." }) { id } }`,
    { id: body.recording.id },
  );
  await setExtensions(org, ["204"]);
  t.deepEqual(await replay(server, org), { replayed: 0, dropped: 1 });
  t.deepEqual(await listFiles(server, org), []);
});

test.serial("an inactive user's extension is unmapped", async (t) => {
  const { server, org } = t.context;
  await setExtensions(org, ["204"]);
  const input = { email: "ann@example.com", name: "ann", active: false };
  await org.graphql(UPSERT, { input });
  t.like((await push(org, {})).body, KEPT);
  await org.graphql(UPSERT, { input: { ...input, active: true } });
  t.is((await replay(server, org)).replayed, 1);
});

test.serial(
  "an erasure of the client or of the call's recording deletes the kept call",
  async (t) => {
    const { server, org } = t.context;
    await setExtensions(org, [], "bob");
    const customer = { id: "c-1", phone: "+4930123456" };
    const known = await push(org, { call_id: "c-0", user_email: "bob@example.com", customer });
    for (const [call_id, sent] of [
      ["by-id", { id: "c-1" }],
      ["by-phone", { phone: "+49 30 123456" }],
      ["other", { id: "c-2", phone: "+49 30 123456" }],
    ] as const)
      await upload(server, org, { call_id, customer: sent });
    await push(org, { call_id: "c-0" });
    t.is((await listFiles(server, org)).length, 3);
    await org.graphql(`mutation ($id: ID!) { deleteRecording(id: $id) }`, {
      id: known.body.recording.id,
    });
    t.like((await org.graphql(UNMAPPED)).unmappedNumbers, [{ calls: 3 }]);
    const { clients } = (await org.get("/v1/clients")).body;
    await org.graphql(`mutation ($id: ID!) { deleteClient(id: $id) }`, { id: clients[0].id });
    t.like((await org.graphql(UNMAPPED)).unmappedNumbers, [{ calls: 1 }]);
    t.is((await listFiles(server, org)).length, 1);
  },
);

test.serial("kept calls expire after 90 days, or by the organization's retention", async (t) => {
  const { server, org } = t.context;
  await upload(server, org, { call_id: "u-1" });
  server.clock.time += 91 * DAY_MS;
  const context = createReplayContext(server, org);
  t.is(await deleteExpiredUnmappedCalls(context), 0, "the clock jumped");
  await setHeartbeats(server, server.clock.time);
  t.is(await deleteExpiredUnmappedCalls(context), 1);
  t.deepEqual(await listFiles(server, org), []);
  t.deepEqual((await org.graphql(UNMAPPED)).unmappedNumbers, []);
});

test.serial("another organization's extension maps nothing", async (t) => {
  const { server, org } = t.context;
  const other = await server.createTenant();
  await setExtensions(other, ["204"]);
  t.like((await push(org, {})).body, KEPT);
  t.deepEqual(await replay(server, org), { replayed: 0, dropped: 0 });
  t.deepEqual((await other.graphql(UNMAPPED)).unmappedNumbers, []);
});
