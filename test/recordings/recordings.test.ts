import { completeAnalysis, fetchRecording } from "../helpers/appointments/push-appointment.js";
import type { Answer, Tenant } from "../helpers/server.js";
import { test } from "../helpers/own-suite.js";

const idsOf = ({ body }: Answer): string[] =>
  body.recordings.map((item: { id: string }) => item.id);

const START = `mutation ($id: ID!) { startAnalysis(recordingId: $id) { status } }`;
const FAIL = `mutation ($id: ID!) { failAnalysis(recordingId: $id, reason: "No sound") { status } }`;

const notFound = { message: "Recording not found", code: "NOT_FOUND" };

const transition = async (org: Tenant, id: string, ...operations: string[]): Promise<string> => {
  for (const operation of operations) await org.graphql(operation, { id });
  return id;
};

test("only a processed recording is listed and found by its id", async (t) => {
  const { org } = t.context;
  const unfinished = [
    await org.ingestCall(),
    await transition(org, await org.ingestCall(), START),
    await transition(org, await org.ingestCall(), START, FAIL),
  ];
  const processed = await transition(org, await org.ingestCall(), START);
  await completeAnalysis(org, processed);
  t.deepEqual(idsOf(await org.get("/v1/recordings")), [processed]);
  for (const id of unfinished) {
    const answer = await org.get(`/v1/recordings/${id}`);
    t.is(answer.status, 404);
    t.deepEqual(answer.body, notFound);
  }
});

test("an unknown recording is not found", async (t) => {
  const { org } = t.context;
  await org.createProcessed({ call_id: "known" });
  for (const id of ["known", "00000000-0000-7000-8000-000000000000", "%20"]) {
    const answer = await org.get(`/v1/recordings/${id}`);
    t.is(answer.status, 404);
    t.deepEqual(answer.body, notFound);
  }
});

test("the list has the call that arrived last first, whenever it started", async (t) => {
  const { org } = t.context;
  const first = await org.ingestCall({ started_at: "2026-03-02T11:00:00Z" });
  const second = await org.ingestCall({ started_at: "2026-03-02T09:00:00Z" });
  const third = await org.ingestCall({ started_at: "2026-03-02T10:00:00Z" });
  for (const id of [third, first, second]) await completeAnalysis(org, id);
  t.deepEqual(idsOf(await org.get("/v1/recordings")), [third, second, first]);
  await completeAnalysis(org, first, { summary: "Once more." });
  t.deepEqual(idsOf(await org.get("/v1/recordings")), [third, second, first]);
});

test.serial("a recording's creation is its call's arrival, and date filters use it", async (t) => {
  const { org, server } = t.context;
  const { clock } = server;
  const { time, step } = clock;
  clock.step = 0;
  const ids: string[] = [];
  for (const at of [
    "2026-03-04T23:59:59.999Z",
    "2026-03-05T00:00:00.000Z",
    "2026-03-06T00:00:00.000Z",
  ]) {
    clock.time = Date.parse(at);
    const id = await org.createProcessed({ started_at: "2026-01-01T00:00:00Z" });
    t.is((await fetchRecording(org, id)).createdAt, at);
    ids.unshift(id);
  }
  Object.assign(clock, { time, step });
  const [third, second, first] = ids;
  const lists: Record<string, (string | undefined)[]> = {
    "fromDate=2026-03-05": [third, second],
    "toDate=2026-03-05": [second, first],
    "fromDate=2026-03-05&toDate=2026-03-05": [second],
    "toDate=2026-03-04": [first],
    "fromDate=2026-03-06T00:00:00.000Z": [third],
    "fromDate=2026-03-06T00:00:00.001Z": [],
    "toDate=2026-03-04T23:59:59.998Z": [],
    "fromDate=2026-03-06&toDate=2026-03-04": [],
  };
  for (const [query, expected] of Object.entries(lists))
    t.deepEqual(idsOf(await org.get(`/v1/recordings?${query}`)), expected as string[], query);
});

test("a listed recording has these fields and no others", async (t) => {
  const { org } = t.context;
  const call = { name: "First call", duration_ms: 61_000 };
  const id = await org.createProcessed(call, {
    summary: "They talked.",
    notes: "Not in the list.",
  });
  const { body } = await org.get("/v1/recordings");
  t.deepEqual(body, {
    recordings: [
      {
        id,
        name: "First call",
        status: "processed",
        createdAt: (await fetchRecording(org, id)).createdAt,
        duration: 61_000,
        summary: "They talked.",
        recording: `https://debrief.example.com/recordings/${id}`,
      },
    ],
    nextCursor: null,
    hasMore: false,
  });
});
