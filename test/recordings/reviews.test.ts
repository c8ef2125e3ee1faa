import { loadRowsByTable } from "../helpers/engine/rows-by-table.js";
import type { GraphAnswer, Tenant } from "../helpers/server.js";
import { test } from "../helpers/suite.js";

const REVIEW = `mutation ($id: ID!, $email: String!, $ms: Int!) {
  recording: addReview(recordingId: $id, reviewerEmail: $email, durationMs: $ms) { id name }
}`;

const review = async (
  org: Tenant,
  id: string,
  { email = "rep@example.com", ms = 1000 } = {},
): Promise<GraphAnswer> => org.sendGraphql(REVIEW, { id, email, ms });

test("a review is stored with its recording, reviewer and duration", async (t) => {
  const { org, server } = t.context;
  await org.createUser("coach@example.com", { name: "Casey Coach" });
  const id = await org.createProcessed({ name: "First visit" });
  const { data } = await review(org, id, { email: "Coach@Example.com", ms: 90_000 });
  t.deepEqual(data, { recording: { id, name: "First visit" } });
  const { db } = server.services;
  const stored = await db("reviews as v")
    .join("users as u", "u.id", "v.reviewer_id")
    .where({ "v.organization_id": org.id })
    .select("v.recording_id", "u.email", "v.duration_ms");
  t.deepEqual(stored, [{ recording_id: id, email: "coach@example.com", duration_ms: 90_000 }]);
});

test("a reviewer can review a recording again, also for no time", async (t) => {
  const { org, server } = t.context;
  const id = await org.createProcessed();
  for (const ms of [0, 5, 5]) await review(org, id, { ms });
  const times = await server.services
    .db("reviews")
    .where({ organization_id: org.id, recording_id: id })
    .orderBy("duration_ms")
    .pluck("duration_ms");
  t.deepEqual(times, [0, 5, 5]);
});

const REVIEWERS = `query ($id: ID!) { recording(id: $id) { reviewers {
  count durationMs user { email } } } }`;

test("a recording shows who reviewed it, the last reviewer first", async (t) => {
  const { org, server } = t.context;
  await org.createUser("coach@example.com", { name: "Casey Coach" });
  const id = await org.createProcessed();
  t.deepEqual((await org.graphql(REVIEWERS, { id })).recording.reviewers, []);
  const byCoach = { email: "coach@example.com", ms: 40 };
  for (const by of [byCoach, { ms: 7 }, byCoach]) await review(org, id, by);
  // All reviews of a test may have one time.
  const reviews = server.services.db("reviews").where({ organization_id: org.id });
  await reviews.clone().where("duration_ms", 40).update({ created_at: 9 });
  await reviews.clone().where("duration_ms", 7).update({ created_at: 8 });
  t.deepEqual((await org.graphql(REVIEWERS, { id })).recording.reviewers, [
    { count: 2, durationMs: 80, user: { email: "coach@example.com" } },
    { count: 1, durationMs: 7, user: { email: "rep@example.com" } },
  ]);
});

/** Refused reviews and the error's extensions. */
const refused: Record<string, { input: object; extensions: object }> = {
  "of negative duration": {
    input: { ms: -1 },
    extensions: { code: "INVALID_FIELD", field: "durationMs" },
  },
  "by an unknown user": {
    input: { email: "nobody@example.com" },
    extensions: { code: "USER_NOT_FOUND", field: "reviewerEmail" },
  },
  "by another organization's user": {
    input: { email: "theirs@example.com" },
    extensions: { code: "USER_NOT_FOUND", field: "reviewerEmail" },
  },
};

for (const [kind, { input, extensions }] of Object.entries(refused))
  test(`a review ${kind} is refused and changes nothing`, async (t) => {
    const { org, server } = t.context;
    await (await server.createTenant()).createUser("theirs@example.com");
    const id = await org.createProcessed();
    const before = await loadRowsByTable(server.services.db, org.id);
    const { errors } = await review(org, id, input);
    t.deepEqual(errors?.[0]?.extensions, extensions);
    t.deepEqual(await loadRowsByTable(server.services.db, org.id), before);
  });

test("a review of an unknown or foreign recording is not found", async (t) => {
  const { org, server } = t.context;
  const other = await server.createTenant();
  await other.createUser();
  const foreign = await other.createProcessed();
  for (const id of ["no-such-id", foreign]) {
    const { errors } = await review(org, id);
    t.is(errors?.[0]?.message, "Recording not found");
    t.deepEqual(errors?.[0]?.extensions, { code: "NOT_FOUND" });
  }
  t.deepEqual((await loadRowsByTable(server.services.db, other.id))["reviews"], []);
});
