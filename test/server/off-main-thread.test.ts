import type { AddressInfo } from "node:net";
import { createLog } from "../../src/base/log/log.js";
import { serveHttp } from "../../src/server.js";
import { test } from "../helpers/own-suite.js";
import { formatQuery } from "../helpers/graphql/format-query.js";
import type { Answer, Tenant, TestServer } from "../helpers/server.js";
import { createTeam } from "../helpers/stats/stats.js";

/** Starts a server over the same database that reads statistics on the main thread. */
const serveOnMainThread = async ({ services }: TestServer) =>
  serveHttp(
    { ...services, readLong: (read, query) => read.load(services.db, query) },
    createLog("silent"),
    { host: "127.0.0.1", port: 0 },
  );

const fillStats = async (org: Tenant): Promise<void> => {
  await org.createUser("zoë@example.com", { name: "Zoë 🎙" });
  await createTeam(org, "Fänger", "rep@example.com");
  for (const tags of [["closed", "__proto__"], ["ünïcode 🎧"], []])
    await org.createProcessed({ duration_ms: 60_000 }, { tags, coaching: "Well done." });
};

const HEADERS = ["etag", "cache-control", "content-type", "content-length"] as const;

const comparableParts = ({ status, headers, text }: Answer) => ({
  status,
  text,
  headers: HEADERS.map((name) => headers.get(name)),
});

const queries = [
  formatQuery({ groupBy: "user" }),
  formatQuery({ groupBy: "team" }),
  formatQuery({ groupBy: "user", startDate: "2026-03-02", endDate: "2026-03-02T23:00:00Z" }),
  formatQuery({ groupBy: "user", includedTags: "closed,ünïcode 🎧", emails: "nobody@example.com" }),
  formatQuery({ groupBy: "user", excludedTags: "__proto__", aiTemplate: "none" }),
  formatQuery({ groupBy: "user", emails: "nobody@example.com" }),
  // The operation itself rejects these values.
  formatQuery({ groupBy: "user", tag: "x".repeat(1025) }),
  formatQuery({ groupBy: "team", emails: "rep@example.com,a\0" }),
  formatQuery({ groupBy: "nobody" }),
  "",
];

test.serial(
  "/v1/stats returns the same bytes from a worker and from the main thread",
  async (t) => {
    const { server, org } = t.context;
    await fillStats(org);
    const mainThread = await serveOnMainThread(server);
    t.teardown(mainThread.stop);
    const { port } = mainThread.server.address() as AddressInfo;
    const fetchStats = async (
      url: string,
      parameters: string,
      init: RequestInit = {},
    ): Promise<Answer> => {
      const headers = { "x-api-key": org.apiKey, ...init.headers };
      const response = await fetch(`${url}/v1/stats?${parameters}`, { ...init, headers });
      return {
        status: response.status,
        headers: response.headers,
        text: await response.text(),
      } as Answer;
    };
    const statuses: number[] = [];
    for (const parameters of queries) {
      const fetchFromBoth = async (init?: RequestInit) => {
        const [here, there] = [server.url, `http://127.0.0.1:${port}`];
        const answer = comparableParts(await fetchStats(here, parameters, init));
        t.deepEqual(answer, comparableParts(await fetchStats(there, parameters, init)), parameters);
        return answer;
      };
      const answer = await fetchFromBoth();
      statuses.push(answer.status);
      if (answer.status !== 200) continue;
      const tag = String(answer.headers[0]);
      t.regex(tag, /^W\//);
      t.is((await fetchFromBoth({ method: "HEAD" })).status, 200);
      t.is((await fetchFromBoth({ headers: { "if-none-match": tag } })).status, 304);
      t.is((await fetchFromBoth({ headers: { "if-none-match": 'W/"other"' } })).status, 200);
    }
    t.deepEqual(statuses, [200, 200, 200, 200, 200, 200, 400, 400, 400, 400]);
  },
);

test.serial("an error of the operation names the caller's parameter", async (t) => {
  const { org } = t.context;
  const { body } = await org.get(
    `/v1/stats?${formatQuery({ groupBy: "user", aiTemplate: "x\0" })}`,
  );
  t.deepEqual(body, {
    message: "aiTemplate must not have U+0000",
    code: "INVALID_FIELD",
    field: "aiTemplate",
  });
});

test.serial("an internal error is logged and not returned", async (t) => {
  const { server, org } = t.context;
  const { db } = server.services;
  await org.createProcessed({}, { tags: ["closed"] });
  await db.schema.renameTable("stat_names", "elsewhere");
  const broken = await org.get("/v1/stats?groupBy=user", { "x-request-id": "broken" });
  await db.schema.renameTable("elsewhere", "stat_names");
  t.is(broken.status, 500);
  t.is(broken.text, '{"message":"Internal error","code":"INTERNAL"}');
  const line = server.log.find(({ requestId }) => requestId === "broken");
  const { message, stack } = line!["err"] as { message: string; stack: string };
  t.regex(message, /stat_names/);
  // The stack of the error in the worker thread, not of the reply on the main thread.
  t.regex(stack, /\n {4}at /);
  t.notRegex(stack, /at unwrapReply/);
  t.is((await org.get("/v1/stats?groupBy=user")).status, 200);
});
