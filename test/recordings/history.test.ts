import { findDifference } from "../helpers/find-difference.js";
import { createRandom } from "../../src/demo/random.js";
import { buildHistory, type History, pushAppointments, pushCall, readHistory } from "./history.js";
import type { Tenant, TestServer } from "../helpers/server.js";
import { test } from "../helpers/own-frozen-suite.js";

// HISTORY_CALLS=20000 for a long run; raise --timeout with it.
const CALLS = Number(process.env["HISTORY_CALLS"] ?? 250);
const DAYS = CALLS > 2_000 ? 730 : 70;

const createHistory = (server: TestServer, seed: number): History =>
  buildHistory(seed, CALLS, server.clock.time, DAYS);

/** Sends each call when its recording is made, by a clock that goes with them. */
const live = async (
  server: TestServer,
  org: Tenant,
  history: History,
  isAnalyzedAtOnce: boolean,
): Promise<void> => {
  await pushAppointments(org, history);
  const analyses: (() => Promise<void>)[] = [];
  for (const call of history.calls) {
    server.clock.time = call.createdAt;
    const analyze = await pushCall(org, call);
    if (isAnalyzedAtOnce) await analyze();
    else analyses.push(analyze);
  }
  server.clock.time = history.to + 86_400_000;
  for (const analyze of analyses) await analyze();
};

/** Sends all calls today, with the times at which their recordings were made. */
const backfill = async (
  org: Tenant,
  history: History,
  calls: History["calls"],
  isAnalyzedAtOnce: boolean,
): Promise<void> => {
  await pushAppointments(org, history);
  const analyses: (() => Promise<void>)[] = [];
  for (const call of calls) {
    const created_at = new Date(call.createdAt).toISOString();
    const analyze = await pushCall(org, call, { created_at });
    if (isAnalyzedAtOnce) await analyze();
    else analyses.push(analyze);
  }
  for (const analyze of analyses) await analyze();
};

test.serial("a backfill is as if its calls had come in at the time", async (t) => {
  const { org, server } = t.context;
  const history = createHistory(server, 1);
  await live(server, org, history, true);
  const other = await server.createTenant();
  await other.createUser();
  await backfill(other, history, history.calls, true);
  const expected = await readHistory(org, history);
  t.is(findDifference(await readHistory(other, history), expected), undefined);
  const { recordings } = expected as { recordings: { match: { method: string } | null }[] };
  const methods = recordings.map(({ match }) => match?.method ?? "none");
  const byMethod = Object.groupBy(methods, String);
  t.log(Object.entries(byMethod).map(([method, list]) => `${method}: ${list!.length}`));
  t.deepEqual(Object.keys(byMethod).toSorted(), ["explicit", "none", "window"]);
});

test.serial("a backfill that is analysed at the end may come in any order", async (t) => {
  const { org, server } = t.context;
  const history = createHistory(server, 2);
  await live(server, org, history, false);
  const other = await server.createTenant();
  await other.createUser();
  const shuffled = createRandom(3).sample(history.calls, CALLS);
  await backfill(other, history, shuffled, false);
  const [actual, expected] = [await readHistory(other, history), await readHistory(org, history)];
  t.is(findDifference(actual, expected), undefined);
});
