import { freezeClock } from "../helpers/freeze-clock.js";
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

const recordings = async (org: Tenant, filter: object = {}): Promise<Row[]> =>
  (await org.graphql(RECORDINGS, { filter })).page.nodes;

const found = async (org: Tenant, filter: object): Promise<string[]> =>
  (await recordings(org, filter)).map(({ id }) => id);

test("from and to bound when a recording was created, both included", async (t) => {
  const { org } = t.context;
  for (let count = 0; count < 3; count += 1) await org.createProcessed();
  const [c, b, a] = await recordings(org);
  t.deepEqual(await found(org, { from: b!.createdAt }), [c!.id, b!.id]);
  t.deepEqual(await found(org, { to: b!.createdAt }), [b!.id, a!.id]);
  t.deepEqual(await found(org, { from: b!.createdAt, to: b!.createdAt }), [b!.id]);
  t.deepEqual(await found(org, { from: c!.createdAt, to: a!.createdAt }), []);
});

test.serial(
  "a day as a bound is the whole day, and a millisecond the whole millisecond",
  async (t) => {
    const { org, server } = t.context;
    const made: Record<string, string> = {};
    for (const [name, time] of Object.entries({
      before: "2026-03-04T23:59:59.999Z",
      first: "2026-03-05T00:00:00.000Z",
      last: "2026-03-05T23:59:59.999Z",
      after: "2026-03-06T00:00:00.000Z",
    }))
      await freezeClock(server, time, async () => {
        made[name] = await org.createProcessed();
        // The second of a millisecond is stored a microsecond later.
        made[`${name}2`] = await org.createProcessed();
      });
    const { first, first2, last, last2, after, after2 } = made;
    const day = "2026-03-05";
    t.deepEqual(await found(org, { from: day, to: day }), [last2, last, first2, first]);
    const millisecond = "2026-03-05T23:59:59.999Z";
    t.deepEqual(await found(org, { from: millisecond }), [after2, after, last2, last]);
    t.deepEqual(await found(org, { from: millisecond, to: millisecond }), [last2, last]);
  },
);

test("updatedSince finds what has changed since, however old it is", async (t) => {
  const { org } = t.context;
  const old = await org.createProcessed();
  const later = await org.createProcessed();
  const [{ updatedAt }] = (await recordings(org)) as [Row];
  t.deepEqual(await found(org, { updatedSince: updatedAt }), [later]);
  await org.graphql(
    `mutation { completeAnalysis(recordingId: "${old}", input: { summary: "Again" }) { id } }`,
  );
  t.deepEqual(await found(org, { updatedSince: updatedAt }), [later, old]);
});

test("userEmail finds the user's, in any case, and one who left too", async (t) => {
  const { org } = t.context;
  await org.createUser("Other@example.com");
  const own = await org.createProcessed();
  const other = await org.createProcessed({ user_email: "other@example.com" });
  await org.createUser("other@example.com", { active: false });
  for (const userEmail of ["other@example.com", "OTHER@EXAMPLE.COM"]) {
    t.deepEqual(await found(org, { userEmail }), [other]);
  }
  t.deepEqual(await found(org, { userEmail: "rep@example.com" }), [own]);
});

test("an e-mail that is nobody's here matches nothing, be it somebody's elsewhere", async (t) => {
  const { org, server } = t.context;
  await (await server.createTenant()).createUser("theirs@example.com");
  await org.createProcessed();
  for (const userEmail of ["nobody@example.com", "theirs@example.com", ""]) {
    t.deepEqual(await found(org, { userEmail }), []);
  }
});

test("clientId finds the client's, and nothing for an unknown one", async (t) => {
  const { org } = t.context;
  const id = await org.createProcessed({ customer: { id: "c-1" } });
  await org.createProcessed({ customer: { id: "c-2" } });
  await org.createProcessed();
  const { recording } = await org.graphql(`{ recording(id: "${id}") { clientId } }`);
  t.deepEqual(await found(org, { clientId: recording.clientId }), [id]);
  t.deepEqual(await found(org, { clientId: "c-1" }), []);
});

test("tag finds those that have it, letter by letter, page by page", async (t) => {
  const { org } = t.context;
  const tagged: string[] = [];
  for (const tags of [["won"], ["won", "roof"], ["Won"], [], ["roof", "won"]]) {
    const id = await org.createProcessed(undefined, { tags });
    if (tags.includes("won")) tagged.unshift(id);
  }
  t.deepEqual(await found(org, { tag: "won" }), tagged);
  t.deepEqual(await found(org, { tag: "wo" }), []);
  const paged: string[] = [];
  let after: string | null = null;
  do {
    const { page } = await org.graphql(RECORDINGS, { filter: { tag: "won" }, first: 1, after });
    paged.push(page.nodes[0].id);
    after = page.nextCursor;
  } while (after !== null);
  t.deepEqual(paged, tagged);
});

test("status finds those in that state, and processed ones where none is asked for", async (t) => {
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
    t.deepEqual(await found(org, { status }), [id]);
  for (const filter of [{}, { status: null }]) t.deepEqual(await found(org, filter), [processed]);
});

test("all filters of recordings hold together", async (t) => {
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
  t.deepEqual(await found(org, filter), [id]);
  t.deepEqual(await found(org, { ...filter, to: recording.createdAt, from: "2026-01-01" }), [id]);
  t.deepEqual(await found(org, { ...filter, to: "2026-01-01" }), []);
});
