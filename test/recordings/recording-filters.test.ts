import { freezeClock } from "../helpers/server/freeze-clock.js";
import type { Tenant } from "../helpers/server.js";
import { test } from "../helpers/own-suite.js";

const RECORDINGS = `query ($filter: RecordingFilter, $first: Int = 25, $after: String) {
  page: recordings(filter: $filter, first: $first, after: $after) {
    nodes { id createdAt updatedAt } nextCursor
  }
}`;

interface Row {
  id: string;
  createdAt: string;
  updatedAt: string;
}

const listRecordings = async (org: Tenant, filter: object = {}): Promise<Row[]> =>
  (await org.graphql(RECORDINGS, { filter })).page.nodes;

const listIds = async (org: Tenant, filter: object): Promise<string[]> =>
  (await listRecordings(org, filter)).map(({ id }) => id);

test("from and to bound a recording's creation, inclusively", async (t) => {
  const { org } = t.context;
  for (let count = 0; count < 3; count += 1) await org.createProcessed();
  const [c, b, a] = await listRecordings(org);
  t.deepEqual(await listIds(org, { from: b!.createdAt }), [c!.id, b!.id]);
  t.deepEqual(await listIds(org, { to: b!.createdAt }), [b!.id, a!.id]);
  t.deepEqual(await listIds(org, { from: b!.createdAt, to: b!.createdAt }), [b!.id]);
  t.deepEqual(await listIds(org, { from: c!.createdAt, to: a!.createdAt }), []);
});

test.serial("a date bounds a whole day, and a time a whole millisecond", async (t) => {
  const { org, server } = t.context;
  const ids: Record<string, string> = {};
  for (const [name, time] of Object.entries({
    before: "2026-03-04T23:59:59.999Z",
    first: "2026-03-05T00:00:00.000Z",
    last: "2026-03-05T23:59:59.999Z",
    after: "2026-03-06T00:00:00.000Z",
  }))
    await freezeClock(server, time, async () => {
      ids[name] = await org.createProcessed();
      // The second recording of a millisecond is stored a microsecond later.
      ids[`${name}2`] = await org.createProcessed();
    });
  const { first, first2, last, last2, after, after2 } = ids;
  const day = "2026-03-05";
  t.deepEqual(await listIds(org, { from: day, to: day }), [last2, last, first2, first]);
  const millisecond = "2026-03-05T23:59:59.999Z";
  t.deepEqual(await listIds(org, { from: millisecond }), [after2, after, last2, last]);
  t.deepEqual(await listIds(org, { from: millisecond, to: millisecond }), [last2, last]);
});

test("updatedSince finds later changes of recordings of any age", async (t) => {
  const { org } = t.context;
  const old = await org.createProcessed();
  const later = await org.createProcessed();
  const [{ updatedAt }] = (await listRecordings(org)) as [Row];
  t.deepEqual(await listIds(org, { updatedSince: updatedAt }), [later]);
  await org.graphql(
    `mutation { completeAnalysis(recordingId: "${old}", input: { summary: "Again" }) { id } }`,
  );
  t.deepEqual(await listIds(org, { updatedSince: updatedAt }), [later, old]);
});

test("userEmail ignores case and finds recordings of inactive users", async (t) => {
  const { org } = t.context;
  await org.createUser("Other@example.com");
  const own = await org.createProcessed();
  const other = await org.createProcessed({ user_email: "other@example.com" });
  await org.createUser("other@example.com", { active: false });
  for (const userEmail of ["other@example.com", "OTHER@EXAMPLE.COM"]) {
    t.deepEqual(await listIds(org, { userEmail }), [other]);
  }
  t.deepEqual(await listIds(org, { userEmail: "rep@example.com" }), [own]);
});

test("an unknown or foreign e-mail finds no recordings", async (t) => {
  const { org, server } = t.context;
  await (await server.createTenant()).createUser("theirs@example.com");
  await org.createProcessed();
  for (const userEmail of ["nobody@example.com", "theirs@example.com", ""]) {
    t.deepEqual(await listIds(org, { userEmail }), []);
  }
});

test("clientId finds the client's recordings, and none for an unknown id", async (t) => {
  const { org } = t.context;
  const id = await org.createProcessed({ customer: { id: "c-1" } });
  await org.createProcessed({ customer: { id: "c-2" } });
  await org.createProcessed();
  const { recording } = await org.graphql(`{ recording(id: "${id}") { clientId } }`);
  t.deepEqual(await listIds(org, { clientId: recording.clientId }), [id]);
  t.deepEqual(await listIds(org, { clientId: "c-1" }), []);
});

test("tag finds recordings by the exact tag, page by page", async (t) => {
  const { org } = t.context;
  const tagged: string[] = [];
  for (const tags of [["won"], ["won", "roof"], ["Won"], [], ["roof", "won"]]) {
    const id = await org.createProcessed(undefined, { tags });
    if (tags.includes("won")) tagged.unshift(id);
  }
  t.deepEqual(await listIds(org, { tag: "won" }), tagged);
  t.deepEqual(await listIds(org, { tag: "wo" }), []);
  const paged: string[] = [];
  let after: string | null = null;
  do {
    const { page } = await org.graphql(RECORDINGS, { filter: { tag: "won" }, first: 1, after });
    paged.push(page.nodes[0].id);
    after = page.nextCursor;
  } while (after !== null);
  t.deepEqual(paged, tagged);
});

test("status finds recordings in that state, processed ones by default", async (t) => {
  const { org } = t.context;
  const received = await org.ingestCall();
  const processing = await org.ingestCall();
  const failed = await org.ingestCall();
  const processed = await org.createProcessed();
  await org.graphql(`mutation {
    a: startAnalysis(recordingId: "${processing}") { id }
    b: startAnalysis(recordingId: "${failed}") { id }
    c: failAnalysis(recordingId: "${failed}", reason: "No sound") { id }
  }`);
  for (const [status, id] of Object.entries({ received, processing, failed, processed }))
    t.deepEqual(await listIds(org, { status }), [id]);
  for (const filter of [{}, { status: null }]) t.deepEqual(await listIds(org, filter), [processed]);
});

const IRREGULAR = `WEBVTT

lost

00:00:01.000 --> 00:00:02.000
<v.rep Ann>Did you sign it?</v>
`;

test("hasNotices finds the recordings with notices, or those without, page by page", async (t) => {
  const { org } = t.context;
  const noticed: string[] = [];
  const others: string[] = [];
  for (const transcript of [IRREGULAR, undefined, IRREGULAR, IRREGULAR, undefined]) {
    const call = transcript === undefined ? {} : { transcript };
    const id = await org.createProcessed(call, { tags: ["won"], summary: "roof" });
    (transcript ? noticed : others).unshift(id);
  }
  const received = await org.ingestCall({ transcript: IRREGULAR });
  for (const more of [
    {},
    { tag: "won" },
    { userEmail: "rep@example.com" },
    { from: "2020-01-01" },
  ]) {
    t.deepEqual(await listIds(org, { hasNotices: true, ...more }), noticed, JSON.stringify(more));
    t.deepEqual(await listIds(org, { hasNotices: false, ...more }), others, JSON.stringify(more));
  }
  t.is((await listIds(org, { hasNotices: null })).length, 5);
  t.deepEqual(await listIds(org, { hasNotices: true, status: "received" }), [received]);
  t.deepEqual(await listIds(org, { hasNotices: false, status: "received" }), []);
  const found = await listIds(org, { hasNotices: true, search: "roof" });
  t.deepEqual(found.toSorted(), noticed.toSorted());
  t.is((await listIds(org, { hasNotices: false, search: "roof" })).length, 2);
  const paged: string[] = [];
  let after: string | null = null;
  do {
    const filter = { hasNotices: true };
    const { page } = await org.graphql(RECORDINGS, { filter, first: 1, after });
    paged.push(page.nodes[0].id);
    after = page.nextCursor;
  } while (after !== null);
  t.deepEqual(paged, noticed);
  const { changed } = await org.graphql(
    `{ changed: recordings(since: { updated: "2020-01-01" }, filter: { hasNotices: true }) { nodes { id } } }`,
  );
  t.deepEqual(
    changed.nodes.map(({ id }: { id: string }) => id),
    noticed.toReversed(),
  );
});

test("reviewed finds the recordings that someone has reviewed, or those that no one has", async (t) => {
  const { org } = t.context;
  const ids: string[] = [];
  for (let i = 0; i < 3; i += 1)
    ids.unshift(await org.createProcessed({}, { tags: ["won"], summary: "roof" }));
  const [reviewed, ...others] = ids as [string, ...string[]];
  const review = `mutation ($recordingId: ID!) {
    addReview(recordingId: $recordingId, reviewerEmail: "rep@example.com", durationMs: 60000) { id } }`;
  for (let i = 0; i < 2; i += 1) await org.graphql(review, { recordingId: reviewed });
  for (const more of [
    {},
    { tag: "won" },
    { userEmail: "rep@example.com" },
    { from: "2020-01-01" },
  ]) {
    t.deepEqual(await listIds(org, { reviewed: true, ...more }), [reviewed], JSON.stringify(more));
    t.deepEqual(await listIds(org, { reviewed: false, ...more }), others, JSON.stringify(more));
  }
  t.is((await listIds(org, { reviewed: null })).length, 3);
  t.deepEqual(await listIds(org, { reviewed: true, search: "roof" }), [reviewed]);
  t.deepEqual((await listIds(org, { reviewed: false, search: "roof" })).length, 2);
});

test("all filters of recordings apply together", async (t) => {
  const { org } = t.context;
  await org.createUser("other@example.com");
  const call = { customer: { id: "c-1" } };
  const id = await org.createProcessed(call, { tags: ["won"] });
  await org.createProcessed({ ...call, user_email: "other@example.com" }, { tags: ["won"] });
  await org.createProcessed(call, { tags: ["lost"] });
  await org.createProcessed({}, { tags: ["won"] });
  await org.ingestCall(call);
  const { recording } = await org.graphql(`{ recording(id: "${id}") { clientId createdAt } }`);
  const filter = { tag: "won", userEmail: "rep@example.com", clientId: recording.clientId };
  t.deepEqual(await listIds(org, filter), [id]);
  t.deepEqual(await listIds(org, { ...filter, to: recording.createdAt, from: "2026-01-01" }), [id]);
  t.deepEqual(await listIds(org, { ...filter, to: "2026-01-01" }), []);
});
