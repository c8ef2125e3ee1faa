import fc from "fast-check";
import { checkRollups } from "../../graph/stats/rollups-check.js";
import { countSearchDrift } from "../../db/search/check-index.js";
import { analysisTextNames } from "../helpers/analysis/analysis-texts.js";
import {
  DAY_MS,
  summarizeRemoved,
  runRetentionOnce,
  setRetentionDays,
  createRecordingWithMedia,
} from "../helpers/retention/retention.js";
import { test } from "../helpers/own-frozen-suite.js";
import type { Tenant } from "../helpers/server.js";
import { computeNextNightlyTime } from "../../graph/retention/nightly.js";

const LISTS = `{
  recordings(first: 100) { nodes {
    id name status createdAt processedAt summary ${analysisTextNames.join(" ")} duration tags closed
    actionItems { text } process { summary } metrics { talkTime talkRatio talkSpeed questionsAsked waitedToTalkAvg }
    user { email lastRecordedAt } client { id name } appointment { eventId }
  } }
  clients { nodes { id recordings { nodes { id } } } }
  appointments { nodes { eventId matchStatus recording { id } } }
  stats(groupBy: user) { stats { name totalRecordings avgTalkTime avgTalkRatio avgTalkSpeed avgQuestionsAsked
    avgConversationSwitches avgWaitedToTalkAvg recordingsByTag } }
}`;
const PREVIEW = "{ count deferred }";
const REPORT = `{ retentionReport { media ${PREVIEW} transcripts ${PREVIEW} payloads ${PREVIEW} } }`;

const days = fc.option(fc.integer({ min: 1, max: 12 }), { nil: null });

/** Calls, each so many days after the previous one, and the organization's retention days. */
const cases = fc.record({
  calls: fc.array(
    fc.record({
      after: fc.integer({ min: 0, max: 4 }),
      processed: fc.boolean(),
      words: fc.array(fc.constantFrom("roof", "door", "Is it?", "No."), { maxLength: 4 }),
      customer: fc.option(fc.constantFrom("c-1", "c-2"), { nil: undefined }),
    }),
    { minLength: 1, maxLength: 6 },
  ),
  mediaDays: days,
  transcriptDays: days,
  payloadDays: days,
});

const loadCounts = async (org: Tenant, field: "count" | "deferred"): Promise<number[]> => {
  const { retentionReport } = await org.graphql(REPORT);
  return ["media", "transcripts", "payloads"].map((kind) => retentionReport[kind][field]);
};

test.serial(
  "retention leaves lists and statistics unchanged, and removes what the report announced",
  async (t) => {
    const { server } = t.context;
    const { db } = server.services;
    await fc.assert(
      fc.asyncProperty(cases, async ({ calls, ...retentionDays }) => {
        const org = await server.createTenant();
        await org.createUser();
        for (const [number, { after, processed, words, customer }] of calls.entries()) {
          server.clock.time += after * DAY_MS;
          const call = {
            call_id: `${number}`,
            transcript: words.map((text, index) => ({
              speaker: ["R", "C"][index % 2],
              role: ["rep", "client"][index % 2],
              text,
              start: index * 1000,
              end: index * 1000 + 700,
            })),
            ...(customer && { customer: { id: customer } }),
          };
          if (processed) await createRecordingWithMedia(server, org, call);
          else await org.ingestCall({ ...call, recording_url: "https://dialer.example.com/a" });
        }
        await setRetentionDays(org, retentionDays);
        const before = await org.graphql(LISTS);
        const expected = await loadCounts(org, "count");
        const deferred = await loadCounts(org, "deferred");
        server.clock.time = computeNextNightlyTime(server.clock.time);
        t.deepEqual(summarizeRemoved(await runRetentionOnce(server, org)), expected);
        t.deepEqual(await org.graphql(LISTS), before);
        t.deepEqual(summarizeRemoved(await runRetentionOnce(server, org)), [0, 0, 0]);
        t.deepEqual(await countSearchDrift(db, org.id), { missing: 0, wrong: 0 });
        t.deepEqual(await checkRollups(db, org.id, false), { recordings: 0, buckets: 0 });
        server.clock.time -= 1;
        t.deepEqual(await loadCounts(org, "count"), [0, 0, 0]);
        t.deepEqual(await loadCounts(org, "deferred"), deferred);
      }),
      { numRuns: 25 },
    );
  },
);
