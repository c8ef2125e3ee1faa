import { loadRowsByTable } from "../helpers/engine/rows-by-table.js";
import type { GraphAnswer, Tenant } from "../helpers/server.js";
import { test } from "../helpers/suite.js";

const FIELDS = "status summary failureReason processedAt";

/** The transitions of a recording, with their operations. */
const operations = {
  startAnalysis: `mutation ($id: ID!) { recording: startAnalysis(recordingId: $id) { ${FIELDS} } }`,
  completeAnalysis: `mutation ($id: ID!) {
    recording: completeAnalysis(recordingId: $id, input: { summary: "Again." }) { ${FIELDS} }
  }`,
  failAnalysis: `mutation ($id: ID!) {
    recording: failAnalysis(recordingId: $id, reason: "No sound") { ${FIELDS} }
  }`,
};
type Transition = keyof typeof operations;

/** For each status, the transitions that lead to it and the targets of those that it allows. */
const lifecycle: Record<
  string,
  { path: Transition[]; targets: Partial<Record<Transition, string>> }
> = {
  received: {
    path: [],
    targets: { startAnalysis: "processing", completeAnalysis: "processed" },
  },
  processing: {
    path: ["startAnalysis"],
    targets: { completeAnalysis: "processed", failAnalysis: "failed" },
  },
  failed: {
    path: ["startAnalysis", "failAnalysis"],
    targets: { startAnalysis: "processing" },
  },
  processed: {
    path: ["completeAnalysis"],
    targets: { completeAnalysis: "processed" },
  },
};

const run = async (org: Tenant, transition: Transition, id: string): Promise<GraphAnswer> =>
  org.sendGraphql(operations[transition], { id });

const createCall = async (org: Tenant, path: Transition[]): Promise<string> => {
  const id = await org.ingestCall();
  for (const transition of path) await org.graphql(operations[transition], { id });
  return id;
};

const fetchStatus = async (org: Tenant, id: string): Promise<string> =>
  (await org.graphql("query ($id: ID!) { recording(id: $id) { status } }", { id })).recording
    .status;

for (const [status, { path, targets }] of Object.entries(lifecycle))
  for (const transition of Object.keys(operations) as Transition[]) {
    const to = targets[transition];
    if (to === undefined)
      test(`${transition} is refused for a ${status} recording and changes nothing`, async (t) => {
        const { org, server } = t.context;
        const id = await createCall(org, path);
        t.is(await fetchStatus(org, id), status);
        const before = await loadRowsByTable(server.services.db, org.id);
        const { errors, data } = await run(org, transition, id);
        t.deepEqual(errors?.[0]?.extensions, { code: "CONFLICT" });
        const canStart = status === "received" || status === "failed";
        t.is(errors![0]!.message.endsWith("; call startAnalysis first"), canStart);
        t.is(data, null);
        t.deepEqual(await loadRowsByTable(server.services.db, org.id), before);
      });
    else
      test(`${transition} changes a recording from ${status} to ${to}`, async (t) => {
        const { org } = t.context;
        const id = await createCall(org, path);
        const { data } = await run(org, transition, id);
        t.is(data.recording.status, to);
        t.is(await fetchStatus(org, id), to);
      });
  }

test("only one of several workers can start an analysis", async (t) => {
  const { org } = t.context;
  const id = await org.ingestCall();
  const answers = await Promise.all([1, 2, 3].map(() => run(org, "startAnalysis", id)));
  const codes = answers.map(({ errors }) => errors?.[0]?.extensions.code);
  t.is(codes.filter((code) => code === undefined).length, 1);
  t.is(codes.filter((code) => code === "CONFLICT").length, 2);
});

test("a recording has no other status", async (t) => {
  const { org } = t.context;
  const { type } = await org.graphql(
    `{ type: __type(name: "RecordingStatus") { enumValues { name } } }`,
  );
  t.deepEqual(
    type.enumValues.map(({ name }: { name: string }) => name).toSorted(),
    Object.keys(lifecycle).toSorted(),
  );
});

test("a failed analysis has a reason until it is restarted", async (t) => {
  const { org } = t.context;
  const id = await createCall(org, ["startAnalysis"]);
  const failed = await run(org, "failAnalysis", id);
  t.is(failed.data.recording.failureReason, "No sound");
  const started = await run(org, "startAnalysis", id);
  t.is(started.data.recording.failureReason, null);
  const completed = await run(org, "completeAnalysis", id);
  t.like(completed.data.recording, { failureReason: null, summary: "Again." });
});

test("processedAt is the end of the first analysis, else null", async (t) => {
  const { org } = t.context;
  const id = await org.ingestCall();
  const started = await run(org, "startAnalysis", id);
  t.is(started.data.recording.processedAt, null);
  const first = await run(org, "completeAnalysis", id);
  t.regex(first.data.recording.processedAt, /^2026-03-02T12:/);
  const second = await run(org, "completeAnalysis", id);
  t.is(second.data.recording.processedAt, first.data.recording.processedAt);
});

test("every transition changes updatedAt and never createdAt", async (t) => {
  const { org } = t.context;
  const id = await org.ingestCall();
  const times = async (): Promise<{ createdAt: string; updatedAt: string }> =>
    (await org.graphql("query ($id: ID!) { recording(id: $id) { createdAt updatedAt } }", { id }))
      .recording;
  const created = await times();
  let { updatedAt } = created;
  for (const transition of [
    "startAnalysis",
    "failAnalysis",
    "startAnalysis",
    "completeAnalysis",
    "completeAnalysis",
  ] as const) {
    await org.graphql(operations[transition], { id });
    const now = await times();
    t.is(now.createdAt, created.createdAt);
    t.true(now.updatedAt > updatedAt, transition);
    ({ updatedAt } = now);
  }
});

for (const transition of Object.keys(operations) as Transition[])
  test(`${transition} finds no recording with an unknown or foreign id`, async (t) => {
    const { org, server } = t.context;
    const other = await server.createTenant();
    await other.createUser();
    const foreign = await createCall(other, lifecycle["processing"]!.path);
    const [unknown, foreignAnswer] = [
      await run(org, transition, "no-such-id"),
      await run(org, transition, foreign),
    ];
    t.is(unknown.errors?.[0]?.message, "Recording not found");
    t.deepEqual(unknown.errors?.[0]?.extensions, { code: "NOT_FOUND" });
    t.deepEqual(foreignAnswer, unknown);
    t.is(await fetchStatus(other, foreign), "processing");
  });

test("a recording analysed again keeps its place in the list", async (t) => {
  const { org } = t.context;
  const ids = [
    await org.createProcessed(),
    await org.createProcessed(),
    await org.createProcessed(),
  ];
  const listed = async (): Promise<string[]> =>
    (await org.get("/v1/recordings")).body.recordings.map(({ id }: { id: string }) => id);
  t.deepEqual(await listed(), ids.toReversed());
  await run(org, "completeAnalysis", ids[0]!);
  t.deepEqual(await listed(), ids.toReversed());
});

test("/v1 returns no recording that isn't processed", async (t) => {
  const { org } = t.context;
  for (const { path } of [lifecycle["received"]!, lifecycle["processing"]!, lifecycle["failed"]!]) {
    const id = await createCall(org, path);
    t.is((await org.get(`/v1/recordings/${id}`)).status, 404);
  }
  t.deepEqual((await org.get("/v1/recordings")).body.recordings, []);
});
