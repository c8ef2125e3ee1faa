import type { Knex } from "knex";
import { FairShares } from "../../db/engine/fair-shares.js";
import { SHARE_LIMITS } from "../../db/engine/share-limits.js";
import { type ClaimedDelivery, DEFAULT_LEASE_MS } from "../../db/webhooks/outbox.js";
import type {
  AttemptOutcome,
  SigningSecrets,
  Vault,
  WebhookMessage,
  NotifierPort,
} from "../../graph/core/ports.js";
import type { Log } from "../base/log/log.js";
import type { Destinations } from "../base/net/destinations.js";
import type { IntervalJob } from "../base/workers/interval.js";
import { createOwner } from "../base/workers/owner.js";
import { startLogCleanup } from "./log-cleanup.js";
import { OutboxWorker } from "./outbox-worker.js";
import {
  buildNotSentOutcome,
  CLAIM_EXPIRED,
  SECRET_NOT_OPENED,
} from "../../graph/webhooks/outcomes.js";
import { listSigningSecrets } from "../../graph/webhooks/signing-secrets.js";
import type { createHttpSender } from "./sender.js";
import { createSecretOpener } from "./secret-opener.js";

type SendSigned = ReturnType<typeof createHttpSender>;

const SLOT_TIMEOUT_MS = 10_000;

/**
 * The part of the server that delivers webhooks. Between start and stop it works the outbox. It also makes test
 * attempts on request and cleans up the delivery log.
 */
export interface Notifier extends NotifierPort {
  /** Marks deliveries of dead processes as interrupted, then begins to deliver. */
  start: () => Promise<void>;
  /** Waits for running attempts, at most 15 s. Unclaimed deliveries stay in the outbox. */
  stop: () => Promise<void>;
}

export interface NotifierOptions {
  db: Knex;
  /** Milliseconds since 1970. */
  now: () => number;
  newId: () => string;
  vault: Vault;
  log: Log;
  destinations: Destinations;
  /** The age in days at which entries of the delivery log are deleted. */
  deliveryDays: number;
  /** The lifetime of a claim in milliseconds. It must exceed the duration of an attempt. */
  leaseMs?: number;
  /** Called for each attempt's outcome, also if nothing was sent. */
  onAttemptEnded?: (outcome: AttemptOutcome) => void;
}

export const createNotifier = (options: NotifierOptions): Notifier => {
  const { destinations, now, newId, log, leaseMs = DEFAULT_LEASE_MS } = options;
  const owner = createOwner();
  // got takes long to load, and most commands send nothing.
  let httpSender: Promise<SendSigned> | undefined;
  const loadHttpSender = (): Promise<SendSigned> =>
    (httpSender ??= import("./sender.js").then(({ createHttpSender }) =>
      createHttpSender(destinations, now),
    ));
  const openSecret = createSecretOpener(options.vault);
  /** Opens the secrets that sign a message. @throws Error if a current one can't be opened */
  const openSecrets = ({ messageId, webhookId, secrets }: WebhookMessage): string[] => [
    ...secrets.current.map((sealed) => openSecret(sealed)),
    ...secrets.previous.flatMap((sealed) => {
      try {
        return [openSecret(sealed)];
      } catch (error) {
        const fields = { err: error, messageId, webhook: webhookId };
        log.warn(fields, "a previous signing secret cannot be opened");
        return [];
      }
    }),
  ];
  const refuseUnsigned = (
    error: unknown,
    { messageId, webhookId }: Pick<WebhookMessage, "messageId" | "webhookId">,
  ): AttemptOutcome => {
    const fields = { err: error, messageId, webhook: webhookId };
    log.error(fields, "a signing secret cannot be opened");
    return buildNotSentOutcome(SECRET_NOT_OPENED);
  };
  const post = async (message: WebhookMessage): Promise<AttemptOutcome> => {
    let secrets: string[];
    try {
      secrets = openSecrets(message);
    } catch (error) {
      return refuseUnsigned(error, message);
    }
    return (await loadHttpSender())({ ...message, secrets });
  };
  const endAttempt = (outcome: AttemptOutcome): AttemptOutcome => {
    options.onAttemptEnded?.(outcome);
    return outcome;
  };
  const send = async (claim: ClaimedDelivery): Promise<AttemptOutcome> => {
    // After the lease, other processes count the attempt as interrupted, so it must not be made.
    if (now() >= claim.leaseUntil) return endAttempt(buildNotSentOutcome(CLAIM_EXPIRED));
    const { url, payload: body, messageId, webhookId } = claim;
    let secrets: SigningSecrets;
    try {
      secrets = listSigningSecrets(claim, claim.signingSecret, now());
    } catch (error) {
      return endAttempt(refuseUnsigned(error, claim));
    }
    return endAttempt(
      await post({ url, body, messageId, secrets, webhookId, test: claim.test === 1 }),
    );
  };
  const tests = new FairShares(SHARE_LIMITS.webhookTests);
  let logCleanup: IntervalJob | undefined;
  const worker = new OutboxWorker({ db: options.db, now, newId, log, owner, leaseMs, send });
  return {
    owner,
    findRefusal: async (url) => destinations.findRefusal(url),
    attemptTest: async ({ organizationId, url }, prepare) => {
      const release = tests.tryAcquire(organizationId);
      if (!release) return undefined;
      try {
        const receiver = { organizationId, id: `${organizationId} ${URL.parse(url)?.host}` };
        return await worker.runInSlot(receiver, SLOT_TIMEOUT_MS, async () =>
          endAttempt(await post(await prepare())),
        );
      } finally {
        release();
      }
    },
    wake: (organizationId, webhookIds) =>
      worker.wake(webhookIds.map((id) => ({ organizationId, id }))),
    start: async () => {
      await worker.start();
      logCleanup = startLogCleanup(options);
      setImmediate(() => void loadHttpSender());
    },
    stop: async () => {
      await Promise.all([worker.stop(), logCleanup?.stop()]);
      destinations.close();
    },
  };
};
