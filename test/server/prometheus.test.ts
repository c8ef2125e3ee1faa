import type { SharedServer } from "../helpers/server.js";
import { test } from "../helpers/own-suite.js";
import { dialect } from "../helpers/database.js";
import { startWebhookReceiver } from "../helpers/webhook-receiver.js";

const WEBHOOK = `mutation ($input: WebhookInput!) { createWebhook(input: $input) { webhook { id } } }`;

const page = async ({ fetch }: SharedServer): Promise<string> => (await fetch("/metrics")).text;

/** The value of a sample, by its name and labels as they are printed. */
const valueOf = (text: string, sample: string): number => {
  const line = text.split("\n").find((candidate) => candidate.startsWith(`${sample} `));
  return line === undefined ? Number.NaN : Number(line.split(" ").at(-1));
};

const count = (method: string, route: string, status: number): string =>
  `debrief_http_request_duration_seconds_count{method="${method}",route="${route}",status="${status}"}`;

test.serial("requests are counted by method, pattern and status, and never by path", async (t) => {
  const { server, org } = t.context;
  const before = await page(server);
  t.is(valueOf(before, count("GET", "/v1/clients/:id", 404)), Number.NaN);
  await org.get("/v1/clients/canary-path");
  await org.get("/v1/clients/canary-other");
  await org.get("/v1/canary-unknown");
  await org.send("POST", "/v1/dialer/canary-token", {});
  await server.fetch("/canary-nowhere", { method: "PATCH" });
  const text = await page(server);
  t.is(valueOf(text, count("GET", "/v1/clients/:id", 404)), 2);
  t.is(valueOf(text, count("GET", "none", 404)), 1);
  t.is(valueOf(text, count("PATCH", "none", 404)), 1);
  t.is(valueOf(text, count("POST", "none", 401)), 1);
  t.true(valueOf(text, count("GET", "/metrics", 200)) >= 1);
  t.false(text.includes("canary"));
  t.false(text.includes(org.id));
});

test.serial("the page needs no credential, and is not for those behind a proxy", async (t) => {
  const { server } = t.context;
  const { status, headers } = await server.fetch("/metrics");
  t.is(status, 200);
  t.regex(headers.get("content-type")!, /^text\/plain; version=0\.0\.4/);
  t.is((await server.fetch("/metrics", { method: "HEAD" })).text, "");
  for (const name of ["x-forwarded-for", "forwarded"]) {
    const passedOn = await server.fetch("/metrics", { headers: { [name]: "for=203.0.113.7" } });
    t.deepEqual([passedOn.status, passedOn.body.code], [404, "NOT_FOUND"]);
  }
  const posted = await server.fetch("/metrics", { method: "POST" });
  t.deepEqual([posted.status, posted.headers.get("allow")], [405, "GET, HEAD, OPTIONS"]);
});

test.serial("the page tells what runs, on which database, and how the process does", async (t) => {
  const text = await page(t.context.server);
  t.regex(
    text,
    new RegExp(
      `^debrief_build_info\\{version="[^"]+",node="v[^"]+",database="${dialect}"\\} 1$`,
      "m",
    ),
  );
  t.is(valueOf(text, "debrief_database_up"), 1);
  t.true(valueOf(text, "debrief_database_size_bytes") > 100_000);
  t.is(valueOf(text, "debrief_database_wal_size_bytes") > 0, dialect === "sqlite");
  t.is(valueOf(text, "debrief_statistics_waiting"), 0);
  for (const name of [
    "process_cpu_seconds_total",
    "process_resident_memory_bytes",
    "nodejs_eventloop_lag_p99_seconds",
  ])
    t.true(valueOf(text, name) >= 0, name);
});

test.serial("every name of the page has a unit or an end that Prometheus asks for", async (t) => {
  const text = await page(t.context.server);
  const types = [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(
    ([, name, type]) => [name!, type!] as const,
  );
  t.true(types.length > 8);
  for (const [name, type] of types) {
    t.is(name.endsWith("_total"), type === "counter", name);
    t.notRegex(name, /_(ms|milliseconds|kb|mb|count)$/);
    t.regex(text, new RegExp(`^# HELP ${name} \\S`, "m"));
  }
});

test.serial(
  "attempts are counted by how they ended, and what waits has a number and an age",
  async (t) => {
    const { server, org } = t.context;
    const good = await startWebhookReceiver(t);
    const bad = await startWebhookReceiver(t, ({ response }) => void response.writeHead(500).end());
    for (const url of [good.url, bad.url, "http://127.0.0.1:1/"])
      await org.graphql(WEBHOOK, { input: { url } });
    const ended = server.log.length;
    await org.createProcessed();
    const deliveries = () => server.log.slice(ended).filter(({ msg }) => msg === "delivery").length;
    while (deliveries() < 3) await new Promise((resolve) => void setImmediate(resolve));
    const text = await page(server);
    for (const outcome of ["delivered", "rejected", "unreachable"])
      t.is(valueOf(text, `debrief_deliveries_total{outcome="${outcome}"}`), 1, outcome);
    t.is(valueOf(text, `debrief_deliveries_total{outcome="timed_out"}`), 0);
    await server.notifier.stop();
    const none = await page(server);
    t.is(valueOf(none, "debrief_outbox_waiting"), 0);
    t.is(valueOf(none, "debrief_outbox_oldest_age_seconds"), 0);
    await org.createProcessed();
    server.clock.time += 90_000;
    await org.createProcessed();
    const waiting = await page(server);
    t.is(valueOf(waiting, "debrief_outbox_waiting"), 6);
    t.is(valueOf(waiting, "debrief_outbox_claimed"), 0);
    t.is(Math.round(valueOf(waiting, "debrief_outbox_oldest_age_seconds")), 90);
  },
);

test.serial("the page is there while the database is not", async (t) => {
  const { server } = t.context;
  await server.services.db.destroy();
  const text = await page(server);
  t.is(valueOf(text, "debrief_database_up"), 0);
  t.regex(text, /^debrief_outbox_waiting Nan$/m);
  t.true(valueOf(text, "process_cpu_seconds_total") > 0);
});
