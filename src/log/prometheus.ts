import { statSync } from "node:fs";
import { METHODS } from "node:http";
import { setTimeout } from "node:timers/promises";
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import { loadBacklog, loadDatabaseSize } from "../../db/webhooks/backlog.js";
import { type Db, dialectOf } from "../../db/engine/connect.js";
import type { AttemptOutcome } from "../../graph/core/ports.js";
import { version } from "../version.js";

/** The sources of the metrics. */
export interface MetricSources {
  db: Db;
  databaseUrl: string;
  /** Milliseconds since 1970. */
  now: () => number;
  /** Returns the number of waiting and running long reads. */
  countPendingReads: () => number;
}

export interface Prometheus {
  observeRequest: (method: string, route: string | undefined, status: number, ms: number) => void;
  countDelivery: (outcome: AttemptOutcome) => void;
  /** Builds the page of /metrics and its media type. */
  renderPage: () => Promise<{ text: string; type: string }>;
}

const DURATION_BUCKETS_S = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
// Each sample wakes an idle process. It is also the floor of Node's lag figures.
const EVENT_LOOP_RESOLUTION_MS = 20;
/** Maximum time that a page waits for the database. */
const DATABASE_TIMEOUT_MS = 2_000;

const outcomeLabelOf = ({ delivered, timedOut, status }: AttemptOutcome): string => {
  if (delivered) return "delivered";
  if (timedOut) return "timed_out";
  return status === null ? "unreachable" : "rejected";
};

const createRequestObserver = (registers: Registry[]): Prometheus["observeRequest"] => {
  const histogram = new Histogram({
    name: "debrief_http_request_duration_seconds",
    help: "Time from a request's headers to its answer.",
    labelNames: ["method", "route", "status"],
    buckets: DURATION_BUCKETS_S,
    registers,
  });
  const known = new Map<string, Histogram.Internal<string>>();
  return (method, route = "none", status, ms) => {
    const key = `${method} ${status} ${route}`;
    let one = known.get(key);
    if (!one) {
      // Node accepts only the methods that it knows, so the number of labels is limited.
      const label = METHODS.includes(method) ? method : "other";
      one = histogram.labels(label, route, String(status));
      known.set(key, one);
    }
    one.observe(ms / 1000);
  };
};

const createGauges = (registers: Registry[]) => {
  const gauge = (name: string, help: string): Gauge => new Gauge({ name, help, registers });
  return {
    up: gauge("debrief_database_up", "Whether the database answered: 1 or 0."),
    waiting: gauge(
      "debrief_outbox_waiting",
      "Deliveries that wait for their attempt; counted up to 100000.",
    ),
    claimed: gauge("debrief_outbox_claimed", "Deliveries whose attempt is under way."),
    oldest: gauge(
      "debrief_outbox_oldest_age_seconds",
      "Age of the oldest delivery that waits; 0 where none does.",
    ),
    size: gauge("debrief_database_size_bytes", "Size of the database, without SQLite's log."),
  };
};

/** Queries the database; reports it as down if it does not answer, since the page matters most then. */
const createDatabaseGauges = ({ db, now }: MetricSources, registry: Registry) => {
  const { up, waiting, claimed, oldest, size } = createGauges([registry]);
  const read = async () => ({ ...(await loadBacklog(db)), bytes: await loadDatabaseSize(db) });
  // One query at a time, even if the database is slow.
  let asking: ReturnType<typeof read> | undefined;
  return async (): Promise<void> => {
    asking ??= read().finally(() => (asking = undefined));
    const late = new AbortController();
    const answered = await Promise.race([
      asking.catch(() => undefined),
      setTimeout(DATABASE_TIMEOUT_MS, undefined, { signal: late.signal }).catch(() => undefined),
    ]);
    late.abort();
    up.set(answered ? 1 : 0);
    waiting.set(answered?.waiting ?? Number.NaN);
    claimed.set(answered?.claimed ?? Number.NaN);
    size.set(answered?.bytes ?? Number.NaN);
    if (!answered) oldest.set(Number.NaN);
    else oldest.set(Math.max(0, now() - (answered.oldest ?? now())) / 1000);
  };
};

const registerWalGauge = (databaseUrl: string, registers: Registry[]): void => {
  const file = /^sqlite:(?!:memory:)(.+)/.exec(databaseUrl)?.[1];
  if (file === undefined) return;
  const gauge: Gauge = new Gauge({
    name: "debrief_database_wal_size_bytes",
    help: "Size of SQLite's write-ahead log.",
    registers,
    collect: () => gauge.set(statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0),
  });
};

/** Creates the metrics of this process and its database in the Prometheus format. */
export const createPrometheus = (sources: MetricSources): Prometheus => {
  const registry = new Registry();
  const registers = [registry];
  const { db, databaseUrl, countPendingReads } = sources;
  const labels = { version, node: process.version, database: dialectOf(db) };
  new Gauge({
    name: "debrief_build_info",
    help: "Always 1; the labels say what runs.",
    labelNames: Object.keys(labels),
    registers,
  }).set(labels, 1);
  const request = createRequestObserver(registers);
  const deliveries = new Counter({
    name: "debrief_deliveries_total",
    help: "Attempts to deliver that this process has made.",
    labelNames: ["outcome"],
    registers,
  });
  for (const outcome of ["delivered", "rejected", "timed_out", "unreachable"])
    deliveries.inc({ outcome }, 0);
  const readDatabase = createDatabaseGauges(sources, registry);
  registerWalGauge(databaseUrl, registers);
  const waiting: Gauge = new Gauge({
    name: "debrief_statistics_waiting",
    help: "Questions for statistics that wait or are under way.",
    registers,
    collect: () => waiting.set(countPendingReads()),
  });
  collectDefaultMetrics({
    register: registry,
    eventLoopMonitoringPrecision: EVENT_LOOP_RESOLUTION_MS,
  });
  // These names belong to counters, but their values come from elsewhere.
  for (const what of ["handles", "requests", "resources"])
    registry.removeSingleMetric(`nodejs_active_${what}_total`);
  const make = async (): Promise<string> => {
    await readDatabase();
    return registry.metrics();
  };
  // Concurrent requests share one page.
  let making: Promise<string> | undefined;
  return {
    observeRequest: request,
    countDelivery: (outcome) => deliveries.inc({ outcome: outcomeLabelOf(outcome) }),
    renderPage: async () => {
      making ??= make().finally(() => (making = undefined));
      return { text: await making, type: registry.contentType };
    },
  };
};
