import type { Knex } from "knex";
import { type Claim, LEASE_MS } from "../../db/outbox.js";
import type { Courier, Message, Outcome, Vault } from "../../graph/context.js";
import type { Log } from "../log.js";
import type { Destinations } from "./destinations.js";
import { newOwner } from "./owner.js";
import { type Retention, startRetention } from "./retention.js";
import { Rounds } from "./rounds.js";
import { createSecrets } from "./secrets.js";

type Send = (message: Message) => Promise<Outcome>;

const PATIENCE_MS = 10_000;

/** Sends webhooks. Between start and stop it delivers what is in the outbox. */
export interface Notifier extends Courier {
  /** Ends what processes that are gone had under way, and begins to deliver. */
  start: () => Promise<void>;
  /** Waits for the attempts under way (at most 15 s); what has not begun stays in the outbox. */
  stop: () => Promise<void>;
}

export interface NotifierParts {
  db: Knex;
  /** Milliseconds since 1970. */
  now: () => number;
  vault: Vault;
  log: Log;
  destinations: Destinations;
  /** How long the delivery log is kept. */
  deliveryDays: number;
  /** How long a claim holds, in milliseconds; longer than an attempt takes. */
  lease?: number;
}

/** The outcome of an attempt that could not be made. */
const unsent = (error: string): Outcome => ({
  delivered: false,
  status: null,
  body: null,
  error,
  timedOut: false,
  durationMs: 0,
});

export const createNotifier = (parts: NotifierParts): Notifier => {
  const { destinations, now, log, lease = LEASE_MS } = parts;
  const owner = newOwner();
  // What sends takes a while to load, and most commands send nothing.
  let sender: Promise<Send> | undefined;
  const load = (): Promise<Send> =>
    (sender ??= import("./send.js").then(({ createSender }) => createSender(destinations, now)));
  const post: Send = async (message) => (await load())(message);
  const secretsOf = createSecrets(parts.vault);
  const send = async (claim: Claim): Promise<Outcome> => {
    const { id, url, payload: body, messageId } = claim;
    let secrets: string[];
    try {
      secrets = secretsOf(claim, now());
    } catch (error) {
      log.error({ err: error, delivery: id }, "a signing secret cannot be opened");
      return unsent("the signing secret cannot be opened");
    }
    return post({ url, body, messageId, secrets, test: claim.test === 1 });
  };
  let retention: Retention | undefined;
  const rounds = new Rounds({ db: parts.db, now, log, owner, lease, send });
  return {
    owner,
    refusal: async (url) => destinations.refusal(url),
    attempt: async (lane, message: Message) => {
      if (!(await rounds.enter(lane, PATIENCE_MS)))
        return unsent("too many attempts under way; try again");
      const outcome = await post(message);
      rounds.leave(lane, outcome);
      return outcome;
    },
    wake: (webhookIds) => rounds.wake(webhookIds),
    start: async () => {
      await rounds.start();
      retention = startRetention(parts);
      setImmediate(() => void load());
    },
    stop: async () => {
      await Promise.all([rounds.stop(), retention?.stop()]);
      destinations.close();
    },
  };
};
