import { loadRowsByTable } from "../helpers/rows-by-table.js";
import type { GraphAnswer, Tenant } from "../helpers/server.js";
import { test } from "../helpers/suite.js";

const FIELDS = "status summary failureReason processedAt";

/** The moves in a recording's life, as an operation each. */
const moves = {
  startAnalysis: `mutation ($id: ID!) { moved: startAnalysis(recordingId: $id) { ${FIELDS} } }`,
  completeAnalysis: `mutation ($id: ID!) {
    moved: completeAnalysis(recordingId: $id, input: { summary: "Again." }) { ${FIELDS} }
  }`,
  failAnalysis: `mutation ($id: ID!) {
    moved: failAnalysis(recordingId: $id, reason: "No sound") { ${FIELDS} }
  }`,
};
type Move = keyof typeof moves;

/** The moves that bring a call there, and where each further move leads; what is not named is refused. */
const life: Record<string, { reached: Move[]; leads: Partial<Record<Move, string>> }> = {
  received: {
    reached: [],
    leads: { startAnalysis: "processing", completeAnalysis: "processed" },
  },
  processing: {
    reached: ["startAnalysis"],
    leads: { completeAnalysis: "processed", failAnalysis: "failed" },
  },
  failed: {
    reached: ["startAnalysis", "failAnalysis"],
    leads: { startAnalysis: "processing" },
  },
  processed: {
    reached: ["completeAnalysis"],
    leads: { completeAnalysis: "processed" },
  },
};

const move = async (org: Tenant, by: Move, id: string): Promise<GraphAnswer> =>
  org.sendGraphql(moves[by], { id });

const callThat = async (org: Tenant, reached: Move[]): Promise<string> => {
  const id = await org.ingestCall();
  for (const by of reached) await org.graphql(moves[by], { id });
  return id;
};

const statusOf = async (org: Tenant, id: string): Promise<string> =>
  (await org.graphql("query ($id: ID!) { recording(id: $id) { status } }", { id })).recording
    .status;

for (const [status, { reached, leads }] of Object.entries(life))
  for (const by of Object.keys(moves) as Move[]) {
    const to = leads[by];
    if (to === undefined)
      test(`${by} of a recording that is ${status} is refused and changes nothing`, async (t) => {
        const { org, server } = t.context;
        const id = await callThat(org, reached);
        t.is(await statusOf(org, id), status);
        const before = await loadRowsByTable(server.services.db, org.id);
        const { errors, data } = await move(org, by, id);
        t.deepEqual(errors?.[0]?.extensions, { code: "CONFLICT" });
        t.is(data, null);
        t.deepEqual(await loadRowsByTable(server.services.db, org.id), before);
      });
    else
      test(`${by} makes a recording that is ${status} ${to}`, async (t) => {
        const { org } = t.context;
        const id = await callThat(org, reached);
        const { data } = await move(org, by, id);
        t.is(data.moved.status, to);
        t.is(await statusOf(org, id), to);
      });
  }

test("only one of two workers can start the same analysis", async (t) => {
  const { org } = t.context;
  const id = await org.ingestCall();
  const answers = await Promise.all([1, 2, 3].map(() => move(org, "startAnalysis", id)));
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
    Object.keys(life).toSorted(),
  );
});

test("a failed analysis has a reason until it is started again", async (t) => {
  const { org } = t.context;
  const id = await callThat(org, ["startAnalysis"]);
  const failed = await move(org, "failAnalysis", id);
  t.is(failed.data.moved.failureReason, "No sound");
  const started = await move(org, "startAnalysis", id);
  t.is(started.data.moved.failureReason, null);
  const completed = await move(org, "completeAnalysis", id);
  t.like(completed.data.moved, { failureReason: null, summary: "Again." });
});

test("processedAt is the first time that the recording was processed, else null", async (t) => {
  const { org } = t.context;
  const id = await org.ingestCall();
  const started = await move(org, "startAnalysis", id);
  t.is(started.data.moved.processedAt, null);
  const first = await move(org, "completeAnalysis", id);
  t.regex(first.data.moved.processedAt, /^2026-03-02T12:/);
  const second = await move(org, "completeAnalysis", id);
  t.is(second.data.moved.processedAt, first.data.moved.processedAt);
});

test("every transition changes updatedAt and never createdAt", async (t) => {
  const { org } = t.context;
  const id = await org.ingestCall();
  const times = async (): Promise<{ createdAt: string; updatedAt: string }> =>
    (await org.graphql("query ($id: ID!) { recording(id: $id) { createdAt updatedAt } }", { id }))
      .recording;
  const made = await times();
  let { updatedAt } = made;
  for (const by of [
    "startAnalysis",
    "failAnalysis",
    "startAnalysis",
    "completeAnalysis",
    "completeAnalysis",
  ] as const) {
    await org.graphql(moves[by], { id });
    const now = await times();
    t.is(now.createdAt, made.createdAt);
    t.true(now.updatedAt > updatedAt, by);
    ({ updatedAt } = now);
  }
});

for (const by of Object.keys(moves) as Move[])
  test(`${by} of an unknown recording, or of another organization's, is not found`, async (t) => {
    const { org, server } = t.context;
    const other = await server.createTenant();
    await other.createUser();
    const foreign = await callThat(other, life["processing"]!.reached);
    const [unknown, others] = [await move(org, by, "no-such-id"), await move(org, by, foreign)];
    t.is(unknown.errors?.[0]?.message, "Recording not found");
    t.deepEqual(unknown.errors?.[0]?.extensions, { code: "NOT_FOUND" });
    t.deepEqual(others, unknown);
    t.is(await statusOf(other, foreign), "processing");
  });

test("a recording that is analysed again keeps its place in the list", async (t) => {
  const { org } = t.context;
  const ids = [
    await org.createProcessed(),
    await org.createProcessed(),
    await org.createProcessed(),
  ];
  const listed = async (): Promise<string[]> =>
    (await org.get("/v1/recordings")).body.recordings.map(({ id }: { id: string }) => id);
  t.deepEqual(await listed(), ids.toReversed());
  await move(org, "completeAnalysis", ids[0]!);
  t.deepEqual(await listed(), ids.toReversed());
});

test("no list of /v1 has a recording that is not processed", async (t) => {
  const { org } = t.context;
  for (const { reached } of [life["received"]!, life["processing"]!, life["failed"]!]) {
    const id = await callThat(org, reached);
    t.is((await org.get(`/v1/recordings/${id}`)).status, 404);
  }
  t.deepEqual((await org.get("/v1/recordings")).body.recordings, []);
});
