import { parentPort, workerData } from "node:worker_threads";
import { connect } from "../db/connect.js";
import { snapshot } from "../db/read.js";
import { type StatsAnswer, statsReport, type StatsQuery } from "../graph/stats-report.js";

export interface Asked {
  id: number;
  query: StatsQuery;
}

export type Answered =
  | { id: number; answer: StatsAnswer }
  | { id: number; error: { name: string; message: string; code: unknown; stack?: string } };

const { databaseUrl } = workerData as { databaseUrl: string };
const db = connect(databaseUrl, { readOnly: true });

const answerTo = async ({ id, query }: Asked): Promise<Answered> => {
  try {
    return { id, answer: await snapshot(db, (trx) => statsReport(trx, query)) };
  } catch (error) {
    // A clone of an error has lost its code, which says whether to try again.
    const { name, message, code, stack } = error as Error & { code?: unknown };
    return { id, error: { name, message, code, ...(stack !== undefined && { stack }) } };
  }
};

parentPort!.on("message", (asked: Asked) => {
  void answerTo(asked).then((answered) => parentPort!.postMessage(answered));
});
