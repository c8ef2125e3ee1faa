import Database from "better-sqlite3";
import { setTimeout } from "node:timers/promises";
import { CLAIM_EXPIRED } from "../../../graph/webhooks/outcomes.js";
import type { SessionBase } from "./session-base.js";

const POLL_MS = 20;
const MAX_WAIT_MS = 30_000;

interface Delivery {
  id: string;
  status: string;
  error: string | null;
  message_id: string;
}

/**
 * Waits until every delivery of a running server has ended. A delivered one must have arrived once,
 * and none twice, however often the server died.
 */
export const findDeliveryProblems = async (
  { receiver }: SessionBase,
  file: string,
): Promise<string[]> => {
  const connection = new Database(file, { readonly: true });
  try {
    const selectDeliveries = connection.prepare<[], Delivery>(
      "SELECT id, status, error, message_id FROM deliveries",
    );
    const until = performance.now() + MAX_WAIT_MS;
    while (
      selectDeliveries.all().some(({ status }) => status === "pending") &&
      performance.now() < until
    )
      await setTimeout(POLL_MS);
    const arrivals = Map.groupBy(receiver.received, ({ id }) => id);
    return selectDeliveries.all().flatMap(({ id, status, error, message_id: message }) => {
      const count = arrivals.get(message)?.length ?? 0;
      const isRight =
        status === "delivered"
          ? count === 1
          : (error === "interrupted" && count <= 1) || (error === CLAIM_EXPIRED && count === 0);
      return isRight ? [] : [`delivery ${id} is ${status} (${error}) and arrived ${count} times`];
    });
  } finally {
    connection.close();
  }
};
