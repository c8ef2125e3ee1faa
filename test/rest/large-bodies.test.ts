import { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import { setImmediate as nextTurn, setTimeout } from "node:timers/promises";
import { mock } from "node:test";
import { SHARE_LIMITS } from "../../db/engine/share-limits.js";
import type { StatsResult } from "../../graph/stats/report.js";
import { parseJsonObject } from "../../rest/body.js";
import { LARGE_BODY_BYTES } from "../../rest/large-bodies.js";
import { startBodyTimeout } from "../../src/api/http/body-timeout.js";
import { test } from "../helpers/own-suite.js";
import { beginRawRequest } from "../helpers/rest/raw-request.js";
import type { SharedServer, Tenant, TestServer } from "../helpers/server.js";
import type { RunLongRead } from "../../graph/core/long-reads.js";

const PATH = "/v1/dialer";
const LARGE = JSON.stringify({
  call_id: "c-1",
  user_email: "rep@example.com",
  started_at: "2026-03-02T10:00:00Z",
  unknown: "x".repeat(LARGE_BODY_BYTES),
});

const begin = (
  server: SharedServer,
  org: Tenant,
  headers: Record<string, string | number> = {},
) => {
  const begun = beginRawRequest(server, {
    method: "POST",
    path: PATH,
    headers: { "x-api-key": org.apiKey, "content-type": "application/json", ...headers },
  });
  begun.answer.catch(() => {});
  return begun;
};

/** Takes the organization's place by a body that doesn't end, and waits until the server has begun it. */
const holdPlace = async (server: TestServer, org: Tenant) => {
  const { largeBodies } = server.services;
  const held = begin(server, org, { "content-length": LARGE.length });
  held.request.write(LARGE.slice(0, 1000));
  const isTaken = async (): Promise<boolean> => {
    const controller = new AbortController();
    const place = largeBodies.acquire(org.id, controller.signal).then(
      (leave) => {
        leave();
        return false;
      },
      () => true,
    );
    await setTimeout(5);
    controller.abort(new Error("is taken"));
    return place;
  };
  while (!(await isTaken()));
  return held;
};

test.serial(
  "an organization's large bodies are read one after the other, others aren't held up",
  async (t) => {
    const { org, server } = t.context;
    const other = await server.createTenant();
    await other.createUser();
    const held = await holdPlace(server, org);
    const answered: string[] = [];
    const second = org.send("POST", PATH, LARGE).then(({ status }) => {
      answered.push("second");
      return status;
    });
    t.is((await other.send("POST", PATH, LARGE)).status, 200);
    t.is((await org.get("/v1/recordings")).status, 200);
    t.is((await org.send("POST", PATH, { ...JSON.parse(LARGE), unknown: "" })).status, 200);
    t.deepEqual(answered, []);
    const first = held.answer.then(({ status }) => {
      answered.push("first");
      return status;
    });
    held.request.end(LARGE.slice(1000));
    t.deepEqual(await Promise.all([first, second]), [200, 200]);
    t.deepEqual(answered, ["first", "second"]);
  },
);

test.serial("a body that waits isn't read, and one above the share is refused", async (t) => {
  const { org, server } = t.context;
  const held = await holdPlace(server, org);
  const { waitingPerKey } = SHARE_LIMITS.largeBodies;
  const sent = Array.from({ length: waitingPerKey + 1 }, () => org.send("POST", PATH, LARGE));
  const first = await Promise.race(sent);
  t.is(first.status, 429);
  t.is(first.body.code, "RATE_LIMITED");
  held.request.destroy();
  const statuses = (await Promise.all(sent)).map(({ status }) => status);
  t.is(statuses.filter((status) => status === 200).length, waitingPerKey);
});

test.serial("a small body without a length leaves the share once it is read", async (t) => {
  const { org, server } = t.context;
  const { readLong } = server.services;
  const begun = Promise.withResolvers<void>();
  const held = Promise.withResolvers<StatsResult>();
  server.services.readLong = (async () => {
    begun.resolve();
    return held.promise;
  }) as RunLongRead;
  const { request, answer } = beginRawRequest(server, {
    method: "POST",
    path: "/graphql",
    headers: {
      authorization: `Bearer ${org.internalToken}`,
      "content-type": "application/json",
      "transfer-encoding": "chunked",
    },
  });
  request.end(JSON.stringify({ query: "{ stats(groupBy: user) { errors { type } } }" }));
  await begun.promise;
  t.is((await org.send("POST", PATH, LARGE)).status, 200);
  server.services.readLong = readLong;
  held.resolve({ stats: [], errors: [] });
  t.is((await answer).status, 200);
});

/** Counts the turns of the event loop before the body is parsed. */
const countTurns = async (text: string): Promise<number> => {
  let turns = 0;
  const state = { isOver: false };
  const count = async (): Promise<void> => {
    for (; !state.isOver; turns += 1) await nextTurn();
  };
  const counting = count();
  await parseJsonObject(Buffer.from(text));
  state.isOver = true;
  const counted = turns;
  await counting;
  return counted;
};

test.serial("other requests run between the steps of parsing a large body", async (t) => {
  t.is(await countTurns("{}"), 0);
  t.true((await countTurns(LARGE)) > 0);
});

test.serial("the time of a body that waits starts with its reading", async (t) => {
  mock.timers.enable({ apis: ["setTimeout"] });
  t.teardown(() => mock.timers.reset());
  const req = new IncomingMessage(new Socket());
  req.headers = { "content-length": "10" };
  let isLate = false;
  startBodyTimeout(req, () => (isLate = true));
  mock.timers.tick(65_000);
  t.false(isLate);
  const started = new Promise((resolve) => req.once("resume", resolve));
  req.resume();
  await started;
  mock.timers.tick(29_999);
  t.false(isLate);
  mock.timers.tick(1);
  t.true(isLate);
});
