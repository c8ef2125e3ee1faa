import type { Knex } from "knex";
import { type Claim, LEASE_MS } from "../../db/outbox.js";
import type { Courier, Message, Outcome, Vault } from "../../graph/context.js";
import type { Log } from "../log.js";
import type { Destinations } from "./destinations.js";
import { newOwner } from "./owner.js";
import type { Regular } from "../regularly.js";
import { startRetention } from "./retention.js";
import { Rounds } from "./rounds.js";
import { notMade } from "../../graph/outcomes.js";
import { signingSecrets } from "../../graph/signing-secrets.js";
import { createSecrets } from "./secrets.js";

type Send = (message: Message) => Promise<Outcome>;

const PATIENCE_MS = 10_000;
const MOST_WAITING = 8;

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
  /** Is told how each attempt ended. */
  ended?: (outcome: Outcome) => void;
}

export const createNotifier = (parts: NotifierParts): Notifier => {
  const { destinations, now, log, lease = LEASE_MS } = parts;
  const owner = newOwner();
  // What sends takes a while to load, and most commands send nothing.
  let sender: Promise<Send> | undefined;
  const load = (): Promise<Send> =>
    (sender ??= import("./send.js").then(({ createSender }) => createSender(destinations, now)));
  const post: Send = async (message) => {
    const outcome = await (await load())(message);
    parts.ended?.(outcome);
    return outcome;
  };
  const open = createSecrets(parts.vault);
  const send = async (claim: Claim): Promise<Outcome> => {
    const { id, url, payload: body, messageId } = claim;
    let secrets: string[];
    try {
      secrets = signingSecrets(claim, claim.signingSecret, now()).map((sealed) => open(sealed));
    } catch (error) {
      log.error({ err: error, delivery: id }, "a signing secret cannot be opened");
      return notMade("the signing secret cannot be opened");
    }
    return post({ url, body, messageId, secrets, test: claim.test === 1 });
  };
  // So that no organization's own attempts, all to slow receivers, take the places of all others.
  const waiting = new Map<string, number>();
  let retention: Regular | undefined;
  const rounds = new Rounds({ db: parts.db, now, log, owner, lease, send });
  return {
    owner,
    refusal: async (url) => destinations.refusal(url),
    attempt: async ({ organizationId, url }, prepare) => {
      const under = waiting.get(organizationId) ?? 0;
      if (under >= MOST_WAITING) return undefined;
      waiting.set(organizationId, under + 1);
      try {
        const lane = `${organizationId} ${URL.parse(url)?.host}`;
        return await rounds.pass(lane, PATIENCE_MS, async () => post(await prepare()));
      } finally {
        const left = waiting.get(organizationId)! - 1;
        if (left > 0) waiting.set(organizationId, left);
        else waiting.delete(organizationId);
      }
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
