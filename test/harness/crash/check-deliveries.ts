import { CLAIM_EXPIRED } from "../../../graph/webhooks/outcomes.js";
import type { Db } from "../../../db/engine/connect.js";
import { RETRY_DELAYS_MS } from "../../../db/webhooks/retries.js";
import {
  loadEntries,
  loadEntriesByIds,
  loadEntriesByMessages,
  type LedgerEntry,
} from "./ledger.js";
import { hooks, type Receivers } from "./receivers.js";

const MAX_ATTEMPTS = RETRY_DELAYS_MS.length + 1;

/** Checks that deliveries claimed when their server died are `interrupted` now. */
export const checkInterrupted = async (db: Db, ids: string[]): Promise<string[]> =>
  (await loadEntriesByIds(db, ids))
    .filter(({ status, error }) => status !== "failed" || error !== "interrupted")
    .map(({ id, status, error }) => `delivery ${id} was claimed and is now ${status} (${error})`);

/**
 * Checks that each message since the last check was claimed before, and arrived at most once per
 * claim.
 */
export const checkReceived = async (db: Db, receivers: Receivers): Promise<string[]> => {
  // Messages that arrive from here on belong to the next check.
  const counts = [...receivers.newMessages].map((id) => ({ id, ...receivers.received.get(id)! }));
  receivers.newMessages.clear();
  const ids = counts.map(({ id }) => id);
  const claims = Map.groupBy(
    (await loadEntriesByMessages(db, ids)).filter(({ claimedBy }) => claimedBy !== null),
    ({ messageId }) => messageId,
  );
  return [
    ...receivers.problems.splice(0),
    ...counts
      .map(({ id, hook, count }) => ({ id, hook, count, claimed: claims.get(id)?.length ?? 0 }))
      .filter(({ count, claimed }) => count > claimed)
      .map(
        ({ id, hook, count, claimed }) =>
          `SENT TOO OFTEN: ${id} arrived ${count} times at ${hook} for ${claimed} claims`,
      ),
  ];
};

export interface DeliveryTally {
  delivered: number;
  refused: number;
  interrupted: number;
  /** Interrupted deliveries that had arrived. */
  arrived: number;
  other: number;
  repeated: number;
  lost: number;
}

/** Which deliveries may end without a response. */
export interface AllowedFailures {
  isInterruptionAllowed: (entry: LedgerEntry) => boolean;
  isFailureAllowed: (entry: LedgerEntry) => boolean;
}

const classifyEntry = (entry: LedgerEntry): "answered" | "interrupted" | "other" => {
  if (entry.responseStatus !== null) return "answered";
  const isInterrupted = entry.error === "interrupted" || entry.error === CLAIM_EXPIRED;
  return isInterrupted ? "interrupted" : "other";
};

/** Checks that a message's attempts are counted without a gap, and that the delivered one ends them. */
const checkAttempts = (id: string, entries: LedgerEntry[]): string[] => {
  const attempts = entries.toSorted((a, b) => a.attempt - b.attempt);
  const last = attempts.at(-1)!;
  const isComplete =
    attempts.every(({ attempt }, index) => attempt === index + 1) &&
    attempts.slice(0, -1).every(({ status }) => status === "failed") &&
    (last.status === "delivered" || last.attempt === MAX_ATTEMPTS);
  const shown = attempts.map(({ attempt, status, error }) => `${attempt} ${status} (${error})`);
  return isComplete ? [] : [`LOST OR REPEATED: the attempts of ${id} are ${shown.join(", ")}`];
};

/**
 * Checks all deliveries after the end: answered ones arrived once with their payload, the others
 * were interrupted, and none is pending.
 */
export const checkAllDeliveries = async (
  db: Db,
  receivers: Receivers,
  nameOf: ReadonlyMap<string, string>,
  allowed: AllowedFailures,
): Promise<{ problems: string[]; outcomes: DeliveryTally }> => {
  const problems = receivers.problems.splice(0);
  const outcomes = {
    delivered: 0,
    refused: 0,
    interrupted: 0,
    arrived: 0,
    other: 0,
    repeated: 0,
    lost: 0,
  };
  const entries = await loadEntries(db);
  const messages = Map.groupBy(entries, ({ messageId }) => messageId);
  for (const id of receivers.received.keys())
    if (!messages.has(id)) problems.push(`${id} was received, but is not in the delivery log`);
  for (const entry of entries) {
    const kind = classifyEntry(entry);
    const hook = nameOf.get(entry.webhookId)!;
    const { id, status, error } = entry;
    const isWorking = hooks[hook]!.retries
      ? entry.responseStatus !== 503
      : hooks[hook]!.status < 300;
    const description = `delivery ${id} to ${hook} is ${status} (${entry.responseStatus}, ${error})`;
    if (status === "pending") problems.push(`LOST: ${description}`);
    else if (kind === "answered" && isWorking !== (status === "delivered"))
      problems.push(description);
    else if (
      kind !== "answered" &&
      !allowed[kind === "interrupted" ? "isInterruptionAllowed" : "isFailureAllowed"](entry)
    )
      problems.push(description);
    if (status === "pending") outcomes.lost += 1;
    else if (kind === "answered") outcomes[isWorking ? "delivered" : "refused"] += 1;
    else outcomes[kind] += 1;
  }
  for (const [id, all] of messages) {
    const received = receivers.received.get(id);
    const count = received?.count ?? 0;
    if (hooks[nameOf.get(all[0]!.webhookId)!]?.retries) problems.push(...checkAttempts(id, all));
    const answered = all.filter((entry) => classifyEntry(entry) === "answered").length;
    if (count > all.length) {
      outcomes.repeated += count - all.length;
      problems.push(`REPEATED: ${id} arrived ${count} times for ${all.length} deliveries`);
    }
    if (count < answered)
      problems.push(`${id} arrived ${count} times, but has ${answered} responses`);
    outcomes.arrived += Math.max(0, count - answered);
    if (!received) continue;
    if (received.body !== all[0]!.payload) problems.push(`${id} arrived with another body`);
    if (received.hook !== nameOf.get(all[0]!.webhookId))
      problems.push(`${id} arrived at another webhook`);
  }
  return { problems, outcomes };
};
