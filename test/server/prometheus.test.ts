import type { SharedServer } from "../helpers/server.js";
import { test } from "../helpers/own-suite.js";
import { dialect } from "../helpers/engine/database.js";
import { startWebhookReceiver } from "../helpers/webhooks/webhook-receiver.js";

const CREATE_WEBHOOK = `mutation ($input: WebhookInput!) { createWebhook(input: $input) { webhook { id } } }`;

const loadMetrics = async ({ fetch }: SharedServer): Promise<string> =>
  (await fetch("/metrics")).text;

/** Returns the value of a sample, given its name and labels as printed. */
const valueOf = (text: string, sample: string): number => {
  const line = text.split("\n").find((candidate) => candidate.startsWith(`${sample} `));
  return line === undefined ? Number.NaN : Number(line.split(" ").at(-1));
};

const formatRequestCount = (method: string, route: string, status: number): string =>
  `debrief_http_request_duration_seconds_count{method="${method}",route="${route}",status="${status}"}`;

test.serial("requests are counted by method, route and status, never by path", async (t) => {
  const { server, org } = t.context;
  const before = await loadMetrics(server);
  t.is(valueOf(before, formatRequestCount("GET", "/v1/clients/:id", 404)), Number.NaN);
  await org.get("/v1/clients/canary-path");
  await org.get("/v1/clients/canary-other");
  await org.get("/v1/canary-unknown");
  await org.send("POST", "/v1/dialer/canary-token", {});
  await server.fetch("/canary-nowhere", { method: "PATCH" });
  const text = await loadMetrics(server);
  t.is(valueOf(text, formatRequestCount("GET", "/v1/clients/:id", 404)), 2);
  t.is(valueOf(text, formatRequestCount("GET", "none", 404)), 1);
  t.is(valueOf(text, formatRequestCount("PATCH", "none", 404)), 1);
  t.is(valueOf(text, formatRequestCount("POST", "none", 401)), 1);
  t.true(valueOf(text, formatRequestCount("GET", "/metrics", 200)) >= 1);
  t.false(text.includes("canary"));
  t.false(text.includes(org.id));
});

test.serial("/metrics needs no credential and is hidden behind a proxy", async (t) => {
  const { server } = t.context;
  const { status, headers } = await server.fetch("/metrics");
  t.is(status, 200);
  t.regex(headers.get("content-type")!, /^text\/plain; version=0\.0\.4/);
  t.is((await server.fetch("/metrics", { method: "HEAD" })).text, "");
  for (const name of ["x-forwarded-for", "forwarded"]) {
    const proxied = await server.fetch("/metrics", { headers: { [name]: "for=203.0.113.7" } });
    t.deepEqual([proxied.status, proxied.body.code], [404, "NOT_FOUND"]);
  }
  const posted = await server.fetch("/metrics", { method: "POST" });
  t.deepEqual([posted.status, posted.headers.get("allow")], [405, "GET, HEAD, OPTIONS"]);
});

test.serial("/metrics shows the version, the database and the process", async (t) => {
  const text = await loadMetrics(t.context.server);
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

test.serial("every metric name has a standard unit or suffix", async (t) => {
  const text = await loadMetrics(t.context.server);
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
  "deliveries are counted by outcome, and the backlog has a size and an age",
  async (t) => {
    const { server, org } = t.context;
    const good = await startWebhookReceiver(t);
    const bad = await startWebhookReceiver(t, ({ response }) => void response.writeHead(500).end());
    for (const url of [good.url, bad.url, "http://127.0.0.1:1/"])
      await org.graphql(CREATE_WEBHOOK, { input: { url } });
    const linesBefore = server.log.length;
    await org.createProcessed();
    const deliveries = () =>
      server.log.slice(linesBefore).filter(({ msg }) => /^delivery( failed)?$/.test(String(msg)))
        .length;
    while (deliveries() < 3) await new Promise((resolve) => void setImmediate(resolve));
    const text = await loadMetrics(server);
    for (const outcome of ["delivered", "rejected", "unreachable"])
      t.is(valueOf(text, `debrief_deliveries_total{outcome="${outcome}"}`), 1, outcome);
    for (const outcome of ["timed_out", "not_sent"])
      t.is(valueOf(text, `debrief_deliveries_total{outcome="${outcome}"}`), 0, outcome);
    await server.services.db("webhooks").where("url", good.url).update({ secret: "v1.unreadable" });
    await org.createProcessed();
    while (deliveries() < 6) await new Promise((resolve) => void setImmediate(resolve));
    t.is(valueOf(await loadMetrics(server), `debrief_deliveries_total{outcome="not_sent"}`), 1);
    await server.notifier.stop();
    const idle = await loadMetrics(server);
    t.is(valueOf(idle, "debrief_outbox_waiting"), 0);
    t.is(valueOf(idle, "debrief_outbox_oldest_age_seconds"), 0);
    await org.createProcessed();
    server.clock.time += 90_000;
    await org.createProcessed();
    const waiting = await loadMetrics(server);
    t.is(valueOf(waiting, "debrief_outbox_waiting"), 6);
    t.is(valueOf(waiting, "debrief_outbox_claimed"), 0);
    t.is(Math.round(valueOf(waiting, "debrief_outbox_oldest_age_seconds")), 90);
  },
);

test.serial("/metrics works without the database", async (t) => {
  const { server } = t.context;
  await server.services.db.destroy();
  const text = await loadMetrics(server);
  t.is(valueOf(text, "debrief_database_up"), 0);
  t.regex(text, /^debrief_outbox_waiting Nan$/m);
  t.true(valueOf(text, "process_cpu_seconds_total") > 0);
});
