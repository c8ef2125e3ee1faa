import { setTimeout } from "node:timers/promises";
import { CONNECTED_CALLER } from "../../graph/turns/caller.js";
import { Failure } from "../../graph/core/errors.js";
import { OperationBudget } from "../../graph/turns/operation-budget.js";
import type { StatsResult } from "../../graph/stats/report.js";
import { test } from "../helpers/own-paused-suite.js";
import { postGraphql } from "../helpers/graphql/post-graphql.js";
import { beginRawRequest } from "../helpers/rest/raw-request.js";
import type { SharedServer, Tenant, TestServer } from "../helpers/server.js";
import type { RunLongRead } from "../../graph/core/long-reads.js";

const NO_STATS: StatsResult = { stats: [], errors: [] };

test.serial("a query's time is over after 30 seconds, a change's never", (t) => {
  let now = 0;
  const query = new OperationBudget(CONNECTED_CALLER, () => now);
  const change = new OperationBudget(CONNECTED_CALLER, () => now);
  change.makeUninterruptible();
  now = 30_000;
  t.notThrows(() => query.check());
  now = 30_001;
  const error = t.throws(() => query.check(), { instanceOf: Failure });
  t.is(error?.code, "UNAVAILABLE");
  t.is(error?.message, "The operation took more than 30 seconds: request less at once");
  t.throws(() => void query.runField(() => t.fail()), { instanceOf: Failure });
  t.notThrows(() => change.check());
});

test.serial("a query stops once its caller has left, a change doesn't", (t) => {
  const controller = new AbortController();
  const caller = { hasLeft: false, signal: controller.signal };
  const query = new OperationBudget(caller);
  const change = new OperationBudget(caller);
  change.makeUninterruptible();
  const reason = new Failure("UNAVAILABLE", "left");
  controller.abort(reason);
  caller.hasLeft = true;
  t.is(
    t.throws(() => query.check()),
    reason,
  );
  t.notThrows(() => change.check());
});

test.serial("the fields of a metered query run one after the other", async (t) => {
  const budget = new OperationBudget();
  budget.meter();
  const events: string[] = [];
  const run = async (name: string): Promise<void> =>
    budget.runField(async () => {
      events.push(`begin ${name}`);
      await setTimeout(1);
      events.push(`end ${name}`);
    });
  await Promise.all([run("a"), run("b")]);
  t.deepEqual(events, ["begin a", "end a", "begin b", "end b"]);
});

/** Replaces the statistics by ones that wait. Returns the calls that have begun, and the function that ends them. */
const holdStats = (server: TestServer) => {
  const { promise, resolve } = Promise.withResolvers<StatsResult>();
  const begun: string[] = [];
  const { readLong } = server.services;
  server.services.readLong = (async (_read, { organizationId }) => {
    begun.push(organizationId);
    return promise;
  }) as RunLongRead;
  return {
    begun,
    end: () => {
      server.services.readLong = readLong;
      resolve(NO_STATS);
    },
  };
};

const waitUntil = async (is: () => boolean): Promise<void> => {
  while (!is()) await setTimeout(5);
};

const beginQuery = (server: SharedServer, org: Tenant, query: string) => {
  const begun = beginRawRequest(server, {
    method: "POST",
    path: "/graphql",
    headers: {
      authorization: `Bearer ${org.internalToken}`,
      "content-type": "application/json",
    },
  });
  begun.answer.catch(() => {});
  begun.request.end(JSON.stringify({ query }));
  return begun;
};

test.serial("a query whose caller left runs no further field", async (t) => {
  const { org, server } = t.context;
  const held = holdStats(server);
  const query = "{ stats(groupBy: user) { errors { type } } users { email } }";
  const { request } = beginQuery(server, org, query);
  await waitUntil(() => held.begun.length === 1);
  const closed = Promise.withResolvers<void>();
  request.once("close", () => closed.resolve());
  request.destroy();
  await closed.promise;
  // Until the server sees it, too.
  await setTimeout(100);
  let statements = 0;
  const count = (): void => void (statements += 1);
  server.services.db.on("query", count);
  held.end();
  await setTimeout(50);
  server.services.db.removeListener("query", count);
  t.is(statements, 0);
});

test.serial("an organization runs one large operation at a time, others have theirs", async (t) => {
  const { org, server } = t.context;
  const other = await server.createTenant();
  const held = holdStats(server);
  const query = "{ stats(groupBy: user) { errors { type } } }";
  const answers = [1, 2, 3].map(() => beginQuery(server, org, query).answer);
  await waitUntil(() => held.begun.length > 0);
  answers.push(beginQuery(server, other, query).answer);
  await waitUntil(() => held.begun.includes(other.id));
  t.deepEqual(held.begun.toSorted(), [org.id, other.id].toSorted());
  // Small operations need no share.
  t.is(
    (await postGraphql(server, org.internalToken, { query: "{ viewer { role } }" })).status,
    200,
  );
  held.end();
  for (const answer of answers) t.is((await answer).status, 200);
});
