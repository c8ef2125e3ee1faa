import { statSync } from "node:fs";
import { METHODS } from "node:http";
import { setTimeout } from "node:timers/promises";
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import { backlog, databaseSize } from "../db/backlog.js";
import { type Db, dialectOf } from "../db/connect.js";
import type { Outcome } from "../graph/context.js";
import { version } from "./version.js";

/** Where what is told comes from. */
export interface Sources {
  db: Db;
  databaseUrl: string;
  /** Milliseconds since 1970. */
  now: () => number;
  /** How many questions for statistics wait or are under way. */
  statisticsWaiting: () => number;
}

export interface Prometheus {
  request: (method: string, route: string | undefined, status: number, ms: number) => void;
  delivery: (outcome: Outcome) => void;
  /** The page of /metrics, and its media type. */
  page: () => Promise<{ text: string; type: string }>;
}

const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
// Each look wakes an idle process up. It is also what Node's figures begin at, where nothing is late.
const LOOP_MS = 20;
/** How long a page waits for the database. */
const PATIENCE_MS = 2_000;

const outcomeOf = ({ delivered, timedOut, status }: Outcome): string => {
  if (delivered) return "delivered";
  if (timedOut) return "timed_out";
  return status === null ? "unreachable" : "rejected";
};

const requests = (registers: Registry[]): Prometheus["request"] => {
  const histogram = new Histogram({
    name: "debrief_http_request_duration_seconds",
    help: "Time from a request's headers to its answer.",
    labelNames: ["method", "route", "status"],
    buckets: BUCKETS,
    registers,
  });
  const known = new Map<string, Histogram.Internal<string>>();
  return (method, route = "none", status, ms) => {
    const key = `${method} ${status} ${route}`;
    let one = known.get(key);
    if (!one) {
      // What Node does not know it does not let through, so there are only so many.
      const label = METHODS.includes(method) ? method : "other";
      one = histogram.labels(label, route, String(status));
      known.set(key, one);
    }
    one.observe(ms / 1000);
  };
};

const gauges = (registers: Registry[]) => {
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

/** Asks the database, and says so where it does not answer: the rest of the page is needed most then. */
const databaseGauges = ({ db, now }: Sources, registry: Registry) => {
  const { up, waiting, claimed, oldest, size } = gauges([registry]);
  const read = async () => ({ ...(await backlog(db)), bytes: await databaseSize(db) });
  // One question at a time, however long the database takes for it.
  let asking: ReturnType<typeof read> | undefined;
  return async (): Promise<void> => {
    asking ??= read().finally(() => (asking = undefined));
    const late = new AbortController();
    const answered = await Promise.race([
      asking.catch(() => undefined),
      setTimeout(PATIENCE_MS, undefined, { signal: late.signal }).catch(() => undefined),
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

const logGauge = (databaseUrl: string, registers: Registry[]): void => {
  const file = /^sqlite:(?!:memory:)(.+)/.exec(databaseUrl)?.[1];
  if (file === undefined) return;
  const gauge: Gauge = new Gauge({
    name: "debrief_database_wal_size_bytes",
    help: "Size of SQLite's write-ahead log.",
    registers,
    collect: () => gauge.set(statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0),
  });
};

/** The metrics in the form of Prometheus, of this process and its database. */
export const createPrometheus = (sources: Sources): Prometheus => {
  const registry = new Registry();
  const registers = [registry];
  const { db, databaseUrl, statisticsWaiting } = sources;
  const labels = { version, node: process.version, database: dialectOf(db) };
  new Gauge({
    name: "debrief_build_info",
    help: "Always 1; the labels say what runs.",
    labelNames: Object.keys(labels),
    registers,
  }).set(labels, 1);
  const request = requests(registers);
  const deliveries = new Counter({
    name: "debrief_deliveries_total",
    help: "Attempts to deliver that this process has made.",
    labelNames: ["outcome"],
    registers,
  });
  for (const outcome of ["delivered", "rejected", "timed_out", "unreachable"])
    deliveries.inc({ outcome }, 0);
  const readDatabase = databaseGauges(sources, registry);
  logGauge(databaseUrl, registers);
  const waiting: Gauge = new Gauge({
    name: "debrief_statistics_waiting",
    help: "Questions for statistics that wait or are under way.",
    registers,
    collect: () => waiting.set(statisticsWaiting()),
  });
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: LOOP_MS });
  // Sums of others, under names that only a counter may have.
  for (const what of ["handles", "requests", "resources"])
    registry.removeSingleMetric(`nodejs_active_${what}_total`);
  const make = async (): Promise<string> => {
    await readDatabase();
    return registry.metrics();
  };
  // Whoever asks meanwhile gets the same page.
  let making: Promise<string> | undefined;
  return {
    request,
    delivery: (outcome) => deliveries.inc({ outcome: outcomeOf(outcome) }),
    page: async () => {
      making ??= make().finally(() => (making = undefined));
      return { text: await making, type: registry.contentType };
    },
  };
};
