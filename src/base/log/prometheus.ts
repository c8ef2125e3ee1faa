import { statSync } from "node:fs";
import { METHODS } from "node:http";
import { setTimeout } from "node:timers/promises";
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import {
  loadBacklog,
  loadDatabaseSize,
  MAX_COUNTED_DELIVERIES,
} from "../../../db/webhooks/backlog.js";
import { type Db, dialectOf } from "../../../db/engine/connect.js";
import type { Damage } from "../../../db/engine/damage.js";
import type { AttemptOutcome } from "../../../graph/core/ports.js";
import { version } from "../version.js";

/** The sources of the metrics. */
export interface MetricSources {
  db: Db;
  databaseUrl: string;
  /** Milliseconds since 1970. */
  now: () => number;
  /** Returns the numbers of waiting and running long reads. */
  countPendingReads: () => number;
  /** Lists what is damaged in a SQLite database. */
  listDamaged?: () => Damage[];
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
export const DATABASE_TIMEOUT_MS = 2_000;

const outcomeLabelOf = ({ delivered, timedOut, attempted, status }: AttemptOutcome): string => {
  if (!attempted) return "not_sent";
  if (delivered) return "delivered";
  if (timedOut) return "timed_out";
  return status === null ? "unreachable" : "rejected";
};

const createRequestObserver = (registers: Registry[]): Prometheus["observeRequest"] => {
  const histogram = new Histogram({
    name: "debrief_http_request_duration_seconds",
    help: "Time from a request's headers to its response.",
    labelNames: ["method", "route", "status"],
    buckets: DURATION_BUCKETS_S,
    registers,
  });
  const histograms = new Map<string, Histogram.Internal<string>>();
  return (method, route = "none", status, ms) => {
    const key = `${method} ${status} ${route}`;
    let labelled = histograms.get(key);
    if (!labelled) {
      // Labels for Node's methods only: each label costs memory forever.
      const label = METHODS.includes(method) ? method : "other";
      labelled = histogram.labels(label, route, String(status));
      histograms.set(key, labelled);
    }
    labelled.observe(ms / 1000);
  };
};

const createGauges = (registers: Registry[]) => {
  const gauge = (name: string, help: string): Gauge => new Gauge({ name, help, registers });
  return {
    up: gauge("debrief_database_up", "1 if the database responded, else 0."),
    waiting: gauge(
      "debrief_outbox_waiting",
      `Deliveries that wait for an attempt; counted up to ${MAX_COUNTED_DELIVERIES}.`,
    ),
    claimed: gauge("debrief_outbox_claimed", "Deliveries with a running attempt."),
    oldest: gauge(
      "debrief_outbox_oldest_age_seconds",
      "Age of the oldest waiting delivery; 0 without one.",
    ),
    size: gauge("debrief_database_size_bytes", "Size of the database, without SQLite's log."),
  };
};

/**
 * Creates the gauges of the database. A database that doesn't respond is reported as down, and the page still renders.
 */
const createDatabaseGauges = ({ db, now }: MetricSources, registry: Registry) => {
  const { up, waiting, claimed, oldest, size } = createGauges([registry]);
  const read = async () => ({ ...(await loadBacklog(db)), bytes: await loadDatabaseSize(db) });
  // One query at a time, even if the database is slow.
  let pending: ReturnType<typeof read> | undefined;
  return async (): Promise<void> => {
    pending ??= read().finally(() => (pending = undefined));
    const late = new AbortController();
    const figures = await Promise.race([
      pending.catch(() => undefined),
      setTimeout(DATABASE_TIMEOUT_MS, undefined, { signal: late.signal }).catch(() => undefined),
    ]);
    late.abort();
    up.set(figures ? 1 : 0);
    waiting.set(figures?.waiting ?? Number.NaN);
    claimed.set(figures?.claimed ?? Number.NaN);
    size.set(figures?.bytes ?? Number.NaN);
    if (!figures) oldest.set(Number.NaN);
    else oldest.set(Math.max(0, now() - (figures.oldest ?? now())) / 1000);
  };
};

const registerDamageGauge = (listDamaged: () => Damage[], registers: Registry[]): void => {
  const gauge: Gauge = new Gauge({
    name: "debrief_database_damaged",
    help: "1 if this process found that part of the database damaged, else 0.",
    labelNames: ["part"],
    registers,
    collect: () => {
      const damaged = listDamaged();
      for (const part of ["search", "file"] as const)
        gauge.set({ part }, damaged.includes(part) ? 1 : 0);
    },
  });
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
    help: "Always 1. Labels: the version, Node.js and the database.",
    labelNames: Object.keys(labels),
    registers,
  }).set(labels, 1);
  const request = createRequestObserver(registers);
  const deliveries = new Counter({
    name: "debrief_deliveries_total",
    help: "Delivery attempts of this process, by outcome.",
    labelNames: ["outcome"],
    registers,
  });
  for (const outcome of ["delivered", "rejected", "timed_out", "unreachable", "not_sent"])
    deliveries.inc({ outcome }, 0);
  const readDatabase = createDatabaseGauges(sources, registry);
  registerWalGauge(databaseUrl, registers);
  if (sources.listDamaged) registerDamageGauge(sources.listDamaged, registers);
  const waiting: Gauge = new Gauge({
    name: "debrief_statistics_waiting",
    help: "Waiting and running reads for statistics and searches.",
    registers,
    collect: () => waiting.set(countPendingReads()),
  });
  collectDefaultMetrics({
    register: registry,
    eventLoopMonitoringPrecision: EVENT_LOOP_RESOLUTION_MS,
  });
  // By their names these are counters, but their values come from elsewhere.
  for (const kind of ["handles", "requests", "resources"])
    registry.removeSingleMetric(`nodejs_active_${kind}_total`);
  const render = async (): Promise<string> => {
    await readDatabase();
    return registry.metrics();
  };
  // Concurrent requests share one page.
  let rendering: Promise<string> | undefined;
  return {
    observeRequest: request,
    countDelivery: (outcome) => deliveries.inc({ outcome: outcomeLabelOf(outcome) }),
    renderPage: async () => {
      rendering ??= render().finally(() => (rendering = undefined));
      return { text: await rendering, type: registry.contentType };
    },
  };
};
