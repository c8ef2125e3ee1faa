import { setTimeout } from "node:timers/promises";
import { buildLookupKey } from "../../db/engine/lookup-key.js";
import { ShareExceededError } from "../../db/engine/fair-shares.js";
import { SHARE_LIMITS } from "../../db/engine/share-limits.js";
import type { StatsQuery } from "../../graph/stats/report.js";
import { STATS_FORMAT } from "../../graph/stats/format.js";
import { createReader } from "../../src/base/workers/reader.js";
import { test } from "../helpers/own-suite.js";
import { createRecordingSaying, searchNames } from "../helpers/search/search.js";
import { statsRead } from "../../graph/stats/report.js";

/** More than an organization may have running and waiting. */
const READS = 120;

const buildQuery = (organizationId: string, includedTags: string[] = []): StatsQuery => ({
  organizationId,
  groupBy: "user",
  teamIds: [],
  emails: [],
  includedTags,
  excludedTags: [],
});

test.serial(
  "reads of one organization above its share are refused, and another's search is served",
  async (t) => {
    const { org, server } = t.context;
    const other = await server.createTenant();
    await other.createUser();
    await createRecordingSaying(other, "theirs", "roof");
    // Over HTTP, the share of answers lets fewer requests in at a time.
    const sent = Array.from({ length: READS }, () =>
      server.services.readLong(statsRead, buildQuery(org.id)),
    );
    const settled = Promise.allSettled(sent);
    t.deepEqual(await searchNames(other, "roof"), ["theirs"]);
    const refused = (await settled).filter(({ status }) => status === "rejected");
    const { placesPerKey, waitingPerKey } = SHARE_LIMITS.longReads;
    t.true(refused.length > 0);
    t.true(refused.length <= READS - placesPerKey - waitingPerKey);
    for (const { reason } of refused as PromiseRejectedResult[])
      t.true(reason instanceof ShareExceededError, String(reason));
    t.deepEqual(await searchNames(org, "roof"), []);
  },
);

/** Statistics of so many tags and days read for minutes, and find nothing. */
const TAGS = 10_000;
const LAST_DAY = 64 * 1500;

test.serial("a running read ends once its caller has left", async (t) => {
  t.timeout(60_000);
  const { org, server } = t.context;
  const { db } = server.services;
  const userId = (await db("users").where("organization_id", org.id).first("id")).id as string;
  const tags = Array.from({ length: TAGS }, (_, number) => `tag-${number}`);
  await db.batchInsert(
    "stat_names",
    tags.map((tag, number) => ({
      organization_id: org.id,
      number: number + 1000,
      name_key: buildLookupKey(tag),
    })),
    500,
  );
  await db("stat_cells").insert(
    [0, LAST_DAY].map((day) => ({
      organization_id: org.id,
      span: 64,
      day,
      template_id: "",
      user_id: userId,
      tally: "",
    })),
  );
  await db("stat_formats")
    .insert({ organization_id: org.id, format: STATS_FORMAT, rebuild_day: null })
    .onConflict("organization_id")
    .merge();
  const query = buildQuery(org.id, tags);
  // Without a budget: only the caller ends this.
  const reader = createReader(server.databaseUrl, db, 3_600_000);
  t.teardown(reader.close);
  const abort = new AbortController();
  const left = reader.read(statsRead, query, abort.signal);
  let isEnded = false;
  left.finally(() => (isEnded = true)).catch(() => {});
  await setTimeout(500);
  t.false(isEnded);
  abort.abort(new Error("left"));
  await t.throwsAsync(left, { message: "left" });
  t.is(reader.countPending(), 0);
  t.like(await reader.read(statsRead, { ...query, includedTags: [] }), { errors: [] });
});
