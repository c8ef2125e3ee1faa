import { allocatePosition } from "../../db/recordings/positions.js";
import { updateRecording } from "../../db/recordings/recording.js";
import { write } from "../../db/engine/write.js";
import { diffRecordings, Mirror, fetchEachRecording } from "../helpers/recordings/sync-mirror.js";
import { pushAppointment } from "../helpers/appointments/push-appointment.js";
import type { Tenant } from "../helpers/server.js";
import { test } from "../helpers/suite.js";

const ANALYSE = `mutation ($id: ID!, $input: AnalysisInput!) {
  completeAnalysis(recordingId: $id, input: $input) { id }
}`;
const DELETE = `mutation ($id: ID!) { deleteRecording(id: $id) }`;
const SINCE = "updatedSince=2020-01-01";

const listIds = async (org: Tenant, query: string): Promise<string[]> => {
  const { body, text, status } = await org.get(`/v1/recordings?${query}`);
  if (status !== 200) throw new Error(text);
  return body.recordings.map(({ id }: { id: string }) => id);
};

const nodeIds = ({ recordings }: { recordings: { nodes: { id: string }[] } }): string[] =>
  recordings.nodes.map(({ id }) => id);

const loadError = async (org: Tenant, query: string): Promise<unknown[]> => {
  const { status, body } = await org.get(`/v1/recordings?${query}`);
  return [status, body.code, body.field];
};

test("updatedSince lists by the last change, processedSince by the time of processing", async (t) => {
  const { org } = t.context;
  const [a, b, c] = [
    await org.createProcessed(),
    await org.createProcessed(),
    await org.createProcessed(),
  ];
  const late = await org.ingestCall();
  await org.graphql(ANALYSE, { id: a, input: { summary: "Again" } });
  t.deepEqual(await listIds(org, SINCE), [b, c, a]);
  t.deepEqual(await listIds(org, "processedSince=2020-01-01"), [a, b, c]);
  await org.graphql(ANALYSE, { id: late, input: { summary: "Late" } });
  t.deepEqual(await listIds(org, SINCE), [b, c, a, late]);
  const { recording } = (await org.get(`/v1/recordings/${a}`)).body;
  t.deepEqual(await listIds(org, `updatedSince=${recording.updatedAt}`), [a, late]);
  t.deepEqual(await listIds(org, "processedSince=2100-01-01"), []);
  t.deepEqual(await listIds(org, `${SINCE}&toDate=${recording.createdAt}`), [a]);
});

test("syncCursor continues with later changes only, and can be used again", async (t) => {
  const { org } = t.context;
  const a = await org.createProcessed();
  await org.createProcessed();
  const { body } = await org.get(`/v1/recordings?${SINCE}`);
  t.is(body.nextCursor, null);
  const next = `${SINCE}&startAfter=${body.syncCursor}`;
  t.deepEqual(await listIds(org, next), []);
  await org.graphql(ANALYSE, { id: a, input: { summary: "Again" } });
  t.deepEqual(await listIds(org, next), [a]);
  t.deepEqual(await listIds(org, next), [a], "a cursor can be used again");
});

test("a sync from a time far in the future returns a valid cursor", async (t) => {
  const { org } = t.context;
  for (const list of ["recordings?updatedSince", "recordings?processedSince", "events?since"]) {
    const path = `/v1/${list}=9999-12-31`;
    const { body } = await org.get(path);
    t.is((await org.get(`${path}&startAfter=${body.syncCursor}`)).status, 200, list);
  }
});

test("a sync lists an erased recording by its id and time only", async (t) => {
  const { org } = t.context;
  const [a, b] = [
    await org.createProcessed({ customer: { id: "c" } }),
    await org.createProcessed(),
  ];
  const { syncCursor } = (await org.get(`/v1/recordings?${SINCE}`)).body;
  await org.graphql(DELETE, { id: b });
  const { clients } = await org.graphql("{ clients { nodes { id } } }");
  await org.graphql(`mutation { deleteClient(id: "${clients.nodes[0].id}") }`);
  const { body } = await org.get(`/v1/recordings?${SINCE}&startAfter=${syncCursor}`);
  t.deepEqual(body.recordings, []);
  t.deepEqual(
    body.deleted.map((each: object) => Object.keys(each)),
    [
      ["id", "deletedAt"],
      ["id", "deletedAt"],
    ],
  );
  t.deepEqual(
    body.deleted.map(({ id }: { id: string }) => id),
    [b, a],
  );
  const first = (await org.get(`/v1/recordings?${SINCE}&startAfter=${syncCursor}&limit=1`)).body;
  t.deepEqual([first.deleted[0].id, first.deleted.length, first.hasMore], [b, 1, true]);
});

test("another organization's sync cursor is invalid", async (t) => {
  const { org, server } = t.context;
  const other = await server.createTenant("Other");
  for (const list of ["recordings?updatedSince=2020-01-01", "events?"]) {
    const { syncCursor } = (await other.get(`/v1/${list}`)).body;
    t.is((await other.get(`/v1/${list}&startAfter=${syncCursor}`)).status, 200);
    const { status, body } = await org.get(`/v1/${list}&startAfter=${syncCursor}`);
    t.deepEqual([status, body.code, body.field], [400, "INVALID_CURSOR", "startAfter"]);
  }
});

test("an unsynced list has no sync fields, and a cursor belongs to one list", async (t) => {
  const { org } = t.context;
  await org.createProcessed();
  await org.createProcessed();
  const plain = (await org.get("/v1/recordings?limit=1")).body;
  t.deepEqual(Object.keys(plain), ["recordings", "nextCursor", "hasMore"]);
  const updated = (await org.get(`/v1/recordings?${SINCE}&limit=1`)).body.nextCursor;
  const invalidCursor = [400, "INVALID_CURSOR", "startAfter"];
  t.deepEqual(await loadError(org, `startAfter=${updated}`), invalidCursor);
  t.deepEqual(
    await loadError(org, `processedSince=2020-01-01&startAfter=${updated}`),
    invalidCursor,
  );
  t.deepEqual(await loadError(org, `${SINCE}&startAfter=${plain.nextCursor}`), invalidCursor);
  t.deepEqual(await loadError(org, `${SINCE}&startAfter=${updated.slice(1)}`), invalidCursor);
});

test("invalid sync parameters are refused by name", async (t) => {
  const { org } = t.context;
  for (const [query, field] of Object.entries({
    "updatedSince=yesterday": "updatedSince",
    "updatedSince=1700000000": "updatedSince",
    "processedSince=2026-02-30": "processedSince",
    "updatedSince=2026-01-01&processedSince=2026-01-01": "processedSince",
    "include=notes": "include",
    "include=transcript,": "include",
    "include=transcript&include=details": "include",
    "include=transcript&limit=26": "limit",
    "include=details&limit=100": "limit",
  }))
    t.deepEqual(await loadError(org, query), [400, "INVALID_FIELD", field], query);
  t.is((await org.get("/v1/recordings?transcript=true&limit=100")).body.field, "transcript");
});

test("GraphQL syncs by since, and updatedSince in the filter stays a filter", async (t) => {
  const { org } = t.context;
  const [a, b] = [await org.createProcessed(), await org.createProcessed()];
  await org.graphql(ANALYSE, { id: a, input: { summary: "Again" } });
  const list = `query ($since: RecordingSince, $filter: RecordingFilter, $after: String) {
    recordings(since: $since, filter: $filter, after: $after) {
      nodes { id } syncCursor deleted { id } edges { cursor } pageInfo { endCursor hasNextPage }
    }
  }`;
  const since = { updated: "2020-01-01" };
  const synced = await org.graphql(list, { since });
  t.deepEqual(nodeIds(synced), [b, a]);
  t.is(synced.recordings.pageInfo.endCursor, synced.recordings.syncCursor);
  const { cursor } = synced.recordings.edges[0];
  t.deepEqual(nodeIds(await org.graphql(list, { since, after: cursor })), [a]);
  const plain = await org.graphql(list, { filter: { updatedSince: "2020-01-01" } });
  t.deepEqual(nodeIds(plain), [b, a]);
  t.is(plain.recordings.syncCursor, null);
  t.is(plain.recordings.deleted, null);
  t.deepEqual(nodeIds(await org.graphql(list, { since, filter: { tag: "none" } })), []);
});

test("a sync skips no change that commits after later changes were read", async (t) => {
  const { org, server } = t.context;
  const { db, now } = server.services;
  const [a, b] = [await org.createProcessed(), await org.createProcessed()];
  const mirror = new Mirror(org);
  await mirror.catchUp();
  const begun = Promise.withResolvers<void>();
  const end = Promise.withResolvers<void>();
  const first = write(db, org.id, async (trx) => {
    await updateRecording(trx, org.id, a, { name: "Late" }, now());
    begun.resolve();
    await end.promise;
  });
  await begun.promise;
  const second = org.graphql(ANALYSE, { id: b, input: { summary: "Meanwhile" } });
  await mirror.catchUp();
  end.resolve();
  await Promise.all([first, second]);
  await mirror.catchUp();
  t.deepEqual(diffRecordings(mirror.recordings, await fetchEachRecording(org)), []);
  t.is(mirror.recordings.get(a)!["name"], "Late");
});

test("positions increase although the clock goes back", async (t) => {
  const { org, server } = t.context;
  const { db, now } = server.services;
  const at = now();
  const positions = await write(db, org.id, async (trx) => {
    const all: number[] = [];
    for (const time of [at, at - 60_000, at - 60_000, at + 5])
      all.push(await allocatePosition(trx, org.id, time));
    return all;
  });
  const [first] = positions as [number];
  t.deepEqual(positions.slice(1), [first + 1, first + 2, (at + 5) * 1000]);
});

test("a sync during writes ends with the newest state of all recordings", async (t) => {
  const { org } = t.context;
  await pushAppointment(org, { event_id: "e-0", customer: { id: "c-0", name: "Ann" } });
  const ids: string[] = [];
  for (let count = 0; count < 8; count += 1) ids.push(await org.createProcessed());
  const writing = { isRunning: true };
  const mirror = new Mirror(org);
  const syncing = (async () => {
    while (writing.isRunning) await mirror.syncPage();
  })();
  const writer = async (number: number): Promise<void> => {
    for (let round = 0; round < 8; round += 1) {
      const id = ids[(number + round * 3) % ids.length]!;
      if (round === 6) await org.graphql(DELETE, { id: await org.createProcessed() });
      else if (round % 3 === 0)
        await org.sendGraphql(
          `mutation { linkAppointment(recordingId: "${id}", eventId: "e-0") { id } }`,
        );
      else if (round % 3 === 1) {
        const input = { summary: `${number} ${round}`, tags: [`t${round}`] };
        await org.graphql(ANALYSE, { id, input });
      } else await org.createProcessed({ call_id: `w-${number}-${round}` });
    }
  };
  await Promise.all([0, 1, 2, 3, 4, 5].map(writer));
  writing.isRunning = false;
  await syncing;
  await mirror.catchUp();
  t.deepEqual(diffRecordings(mirror.recordings, await fetchEachRecording(org)), []);
  t.true(mirror.recordings.size > 8);
});
