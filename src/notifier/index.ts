import type { Knex } from "knex";
import { type ClaimedDelivery, DEFAULT_LEASE_MS } from "../../db/webhooks/outbox.js";
import type {
  AttemptOutcome,
  Vault,
  WebhookMessage,
  WebhookSender,
} from "../../graph/core/ports.js";
import type { Log } from "../log/log.js";
import type { Destinations } from "../net/destinations.js";
import type { IntervalJob } from "../jobs/interval.js";
import { KeyCounter } from "../workers/key-counter.js";
import { createOwner } from "./owner.js";
import { startLogCleanup } from "./log-cleanup.js";
import { OutboxWorker } from "./outbox-worker.js";
import { buildUnsentOutcome } from "../../graph/webhooks/outcomes.js";
import { listSigningSecrets } from "../../graph/webhooks/signing-secrets.js";
import { createSecretOpener } from "./secret-opener.js";

type SendMessage = (message: WebhookMessage) => Promise<AttemptOutcome>;

const SLOT_TIMEOUT_MS = 10_000;
const MAX_OWN_ATTEMPTS_PER_ORGANIZATION = 8;

/** Sends webhooks. Between start and stop it delivers the outbox. */
export interface Notifier extends WebhookSender {
  /** Marks deliveries of dead processes as interrupted, then begins to deliver. */
  start: () => Promise<void>;
  /** Waits for running attempts, at most 15 s. Unclaimed deliveries stay in the outbox. */
  stop: () => Promise<void>;
}

export interface NotifierOptions {
  db: Knex;
  /** Milliseconds since 1970. */
  now: () => number;
  vault: Vault;
  log: Log;
  destinations: Destinations;
  /** The age at which the delivery log is deleted. */
  deliveryDays: number;
  /** The lifetime of a claim in milliseconds. It must exceed the duration of an attempt. */
  leaseMs?: number;
  /** Called after each attempt. */
  onAttemptEnded?: (outcome: AttemptOutcome) => void;
}

export const createNotifier = (options: NotifierOptions): Notifier => {
  const { destinations, now, log, leaseMs = DEFAULT_LEASE_MS } = options;
  const owner = createOwner();
  // got takes long to load, and most commands send nothing.
  let sender: Promise<SendMessage> | undefined;
  const loadSender = (): Promise<SendMessage> =>
    (sender ??= import("./sender.js").then(({ createSender }) => createSender(destinations, now)));
  const post: SendMessage = async (message) => {
    const outcome = await (await loadSender())(message);
    options.onAttemptEnded?.(outcome);
    return outcome;
  };
  const openSecret = createSecretOpener(options.vault);
  const send = async (claim: ClaimedDelivery): Promise<AttemptOutcome> => {
    const { id, url, payload: body, messageId } = claim;
    let secrets: string[];
    try {
      secrets = listSigningSecrets(claim, claim.signingSecret, now()).map((sealed) =>
        openSecret(sealed),
      );
    } catch (error) {
      log.error({ err: error, delivery: id }, "a signing secret cannot be opened");
      return buildUnsentOutcome("the signing secret cannot be opened");
    }
    return post({ url, body, messageId, secrets, test: claim.test === 1 });
  };
  // Stops one organization's tests, all to slow receivers, from occupying every slot.
  const ownAttempts = new KeyCounter();
  let retention: IntervalJob | undefined;
  const worker = new OutboxWorker({ db: options.db, now, log, owner, leaseMs, send });
  return {
    owner,
    findRefusal: async (url) => destinations.findRefusal(url),
    attempt: async ({ organizationId, url }, prepare) => {
      if (ownAttempts.count(organizationId) >= MAX_OWN_ATTEMPTS_PER_ORGANIZATION) return undefined;
      const release = ownAttempts.acquire(organizationId);
      try {
        const key = `${organizationId} ${URL.parse(url)?.host}`;
        return await worker.runInSlot(key, SLOT_TIMEOUT_MS, async () => post(await prepare()));
      } finally {
        release();
      }
    },
    wake: (webhookIds) => worker.wake(webhookIds),
    start: async () => {
      await worker.start();
      retention = startLogCleanup(options);
      setImmediate(() => void loadSender());
    },
    stop: async () => {
      await Promise.all([worker.stop(), retention?.stop()]);
      destinations.close();
    },
  };
};
