import type { Db } from "../../../db/engine/connect.js";
import {
  loadEntries,
  loadEntriesByIds,
  loadEntriesByMessages,
  type LedgerEntry,
} from "./ledger.js";
import { hooks, type Receivers } from "./receivers.js";

/** Of these, which were claimed when their server died, each is `interrupted` now. */
export const checkInterrupted = async (db: Db, ids: string[]): Promise<string[]> =>
  (await loadEntriesByIds(db, ids))
    .filter(({ status, error }) => status !== "failed" || error !== "interrupted")
    .map(({ id, status, error }) => `delivery ${id} was claimed, and is ${status} (${error})`);

/** What has come since the last look was claimed before, and came once for each claim at most. */
export const checkReceived = async (db: Db, receivers: Receivers): Promise<string[]> => {
  // What comes from now on is looked at the next time.
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
          `SENT TOO OFTEN: ${id} came ${count} times to ${hook}, claimed ${claimed} times`,
      ),
  ];
};

export interface DeliveryTally {
  delivered: number;
  refused: number;
  interrupted: number;
  /** Interrupted, though it arrived. */
  arrived: number;
  other: number;
  repeated: number;
  lost: number;
}

/** What may have ended without an answer. */
export interface AllowedFailures {
  isInterruptionAllowed: (entry: LedgerEntry) => boolean;
  isFailureAllowed: (entry: LedgerEntry) => boolean;
}

const classifyEntry = (entry: LedgerEntry): "answered" | "interrupted" | "other" => {
  if (entry.responseStatus !== null) return "answered";
  return entry.error === "interrupted" ? "interrupted" : "other";
};

/**
 * After all have ended: what was answered was received, once, as it was written; what was not
 * interrupted was answered; nothing waits.
 */
export const checkAllDeliveries = async (
  db: Db,
  receivers: Receivers,
  nameOf: ReadonlyMap<string, string>,
  excuses: AllowedFailures,
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
    if (!messages.has(id)) problems.push(`${id} was received, and is in no log`);
  for (const entry of entries) {
    const kind = classifyEntry(entry);
    const hook = nameOf.get(entry.webhookId)!;
    const { id, status, error } = entry;
    const works = hooks[hook]!.status < 300;
    const told = `delivery ${id} to ${hook} is ${status} (${entry.responseStatus}, ${error})`;
    if (status === "pending") problems.push(`LOST: ${told}`);
    else if (kind === "answered" && works !== (status === "delivered")) problems.push(told);
    else if (
      kind !== "answered" &&
      !excuses[kind === "interrupted" ? "isInterruptionAllowed" : "isFailureAllowed"](entry)
    )
      problems.push(told);
    if (status === "pending") outcomes.lost += 1;
    else if (kind === "answered") outcomes[works ? "delivered" : "refused"] += 1;
    else outcomes[kind] += 1;
  }
  for (const [id, all] of messages) {
    const received = receivers.received.get(id);
    const count = received?.count ?? 0;
    const answered = all.filter((entry) => classifyEntry(entry) === "answered").length;
    if (count > all.length) {
      outcomes.repeated += count - all.length;
      problems.push(`REPEATED: ${id} came ${count} times for ${all.length} deliveries`);
    }
    if (count < answered) problems.push(`${id} came ${count} times, and was answered ${answered}`);
    outcomes.arrived += Math.max(0, count - answered);
    if (!received) continue;
    if (received.body !== all[0]!.payload) problems.push(`${id} came with another body`);
    if (received.hook !== nameOf.get(all[0]!.webhookId)) problems.push(`${id} came elsewhere`);
  }
  return { problems, outcomes };
};
