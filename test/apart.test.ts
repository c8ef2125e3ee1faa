import type { AddressInfo } from "node:net";
import { createLog } from "../src/log.js";
import { serve } from "../src/server.js";
import { test } from "./helpers/own.js";
import { query } from "./helpers/query.js";
import type { Answer, Tenant, TestServer } from "./helpers/server.js";
import { team } from "./helpers/stats.js";

/** The same server over the same database, with nobody who answers apart. */
const serveInOne = async ({ services }: TestServer) =>
  serve({ ...services, answerApart: undefined }, createLog("silent"), {
    host: "127.0.0.1",
    port: 0,
  });

const fillStats = async (org: Tenant): Promise<void> => {
  await org.user("zoë@example.com", { name: "Zoë 🎙" });
  await team(org, "Fänger", "rep@example.com");
  for (const tags of [["closed", "__proto__"], ["ünïcode 🎧"], []])
    await org.processed({ duration_ms: 60_000 }, { tags, coaching: "Well done." });
};

const HEADERS = ["etag", "cache-control", "content-type", "content-length"] as const;

const shown = ({ status, headers, text }: Answer) => ({
  status,
  text,
  headers: HEADERS.map((name) => headers.get(name)),
});

const asked = [
  query({ groupBy: "user" }),
  query({ groupBy: "team" }),
  query({ groupBy: "user", startDate: "2026-03-02", endDate: "2026-03-02T23:00:00Z" }),
  query({ groupBy: "user", includedTags: "closed,ünïcode 🎧", emails: "nobody@example.com" }),
  query({ groupBy: "user", excludedTags: "__proto__", aiTemplate: "none" }),
  query({ groupBy: "user", emails: "nobody@example.com" }),
  // Looked at by the operation itself.
  query({ groupBy: "user", tag: "x".repeat(1025) }),
  query({ groupBy: "team", emails: "rep@example.com,a\0" }),
  query({ groupBy: "nobody" }),
  "",
];

test.serial("an answer is the same to the byte, whoever gives it", async (t) => {
  const { server, org } = t.context;
  await fillStats(org);
  const inOne = await serveInOne(server);
  t.teardown(inOne.stop);
  const { port } = inOne.server.address() as AddressInfo;
  const ask = async (url: string, parameters: string, init: RequestInit = {}): Promise<Answer> => {
    const headers = { "x-api-key": org.apiKey, ...init.headers };
    const response = await fetch(`${url}/v1/stats?${parameters}`, { ...init, headers });
    return {
      status: response.status,
      headers: response.headers,
      text: await response.text(),
    } as Answer;
  };
  const statuses: number[] = [];
  for (const parameters of asked) {
    const both = async (init?: RequestInit) => {
      const [here, there] = [server.url, `http://127.0.0.1:${port}`];
      const answer = shown(await ask(here, parameters, init));
      t.deepEqual(answer, shown(await ask(there, parameters, init)), parameters);
      return answer;
    };
    const answer = await both();
    statuses.push(answer.status);
    if (answer.status !== 200) continue;
    const tag = String(answer.headers[0]);
    t.regex(tag, /^W\//);
    t.is((await both({ method: "HEAD" })).status, 200);
    t.is((await both({ headers: { "if-none-match": tag } })).status, 304);
    t.is((await both({ headers: { "if-none-match": 'W/"other"' } })).status, 200);
  }
  t.deepEqual(statuses, [200, 200, 200, 200, 200, 200, 400, 400, 400, 400]);
});

test.serial("what the operation refuses is refused under the caller's name for it", async (t) => {
  const { org } = t.context;
  const { body } = await org.get(`/v1/stats?${query({ groupBy: "user", aiTemplate: "x\0" })}`);
  t.deepEqual(body, {
    message: "aiTemplate must not have U+0000",
    code: "INVALID_FIELD",
    field: "aiTemplate",
  });
});

test.serial("what goes wrong inside is told to the log, and to nobody else", async (t) => {
  const { server, org } = t.context;
  const { db } = server.services;
  await org.processed({}, { tags: ["closed"] });
  await db.schema.renameTable("stat_names", "elsewhere");
  const broken = await org.get("/v1/stats?groupBy=user", { "x-request-id": "broken" });
  await db.schema.renameTable("elsewhere", "stat_names");
  t.is(broken.status, 500);
  t.is(broken.text, '{"message":"Internal error","code":"INTERNAL"}');
  const line = server.log.find(({ requestId }) => requestId === "broken");
  const { message, stack } = line!["err"] as { message: string; stack: string };
  t.regex(message, /stat_names/);
  // Where it was thrown, not where it arrived.
  t.regex(stack, /\n {4}at /);
  t.notRegex(stack, /at answerOf/);
  t.is((await org.get("/v1/stats?groupBy=user")).status, 200);
});
