import { constants, setPriority } from "node:os";
import { parentPort, workerData } from "node:worker_threads";
import { connect } from "../db/connect.js";
import { snapshot } from "../db/read.js";
import { type Failure, failureOf } from "../graph/errors.js";
import { createSchema } from "../graph/schema.js";
import { type Found, searchPage, type SearchQuery } from "../graph/search-page.js";
import { type StatsAnswer, statsReport, type StatsQuery } from "../graph/stats-report.js";
import { answer, type Question } from "../rest/handler.js";
import { routes } from "../rest/routes.js";
import { compile } from "../rest/route.js";
import { readingServices } from "./reading.js";

/** For a resolver's statistics or search, or for a whole answer of /v1 at a moment of the program's. */
export type Asked =
  | { query: StatsQuery }
  | { search: SearchQuery }
  | { path: string; question: Question; now: number; publicUrl: string };

export interface Bytes {
  body: Uint8Array<ArrayBuffer>;
  tag: string | undefined;
}

export type Answers = StatsAnswer | Found[] | Bytes;

/** A clone of an error would be without its code, which says what it means. */
export type Answered =
  | { answer: Answers }
  | { failure: Pick<Failure, "code" | "reason" | "field"> }
  | { error: { name: string; message: string; code: unknown; stack: string | undefined } };

// On Linux this is the priority of the thread alone: where cores are short, requests come first.
if (process.platform === "linux") setPriority(constants.priority.PRIORITY_BELOW_NORMAL);

const { databaseUrl } = workerData as { databaseUrl: string };
const db = connect(databaseUrl, { readOnly: true });
const schema = createSchema();
const apart = new Map(
  routes.filter((route) => route.apart).map((route) => [route.path, compile(schema, route)]),
);
const encoder = new TextEncoder();

const answerTo = async (asked: Asked): Promise<Answers> =>
  snapshot(db, async (trx) => {
    if ("query" in asked) return statsReport(trx, asked.query);
    if ("search" in asked) return searchPage(trx, asked.search);
    const services = readingServices(trx, asked.now, asked.publicUrl);
    const { body, tag } = await answer(services, apart.get(asked.path)!, asked.question);
    return { body: encoder.encode(String(body)), tag };
  });

const problemOf = (thrown: unknown): Answered => {
  const { failure, unexpected } = failureOf(thrown);
  if (!unexpected) {
    const { code, reason, field } = failure;
    return { failure: { code, reason, ...(field !== undefined && { field }) } };
  }
  // GraphQL has wrapped what a resolver throws.
  const cause = (thrown as { originalError?: Error }).originalError ?? (thrown as Error);
  const { name, message, code, stack } = cause as Error & { code?: unknown };
  return { error: { name, message, code, stack } };
};

const reply = async (asked: Asked): Promise<void> => {
  try {
    const found = await answerTo(asked);
    parentPort!.postMessage({ answer: found }, "body" in found ? [found.body.buffer] : []);
  } catch (error) {
    parentPort!.postMessage(problemOf(error));
  }
};

// Whoever asks knows by the order what is answered.
let last: Promise<void> = Promise.resolve();
parentPort!.on("message", (asked: Asked) => {
  last = last.then(() => reply(asked));
});
