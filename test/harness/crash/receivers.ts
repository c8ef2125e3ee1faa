import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout } from "node:timers/promises";
import { Webhook } from "standardwebhooks";
import { eventNames, type EventName } from "../../../graph/webhooks/events.js";
import type { Random } from "../../../src/demo/random.js";

export type Source = "dialer" | "mobile";

interface HookSetup {
  trigger: "all" | Source;
  events: EventName[];
  /** Whether the contract sends the event to this webhook. */
  isSubscribed: (event: EventName, source: Source) => boolean;
  status: number;
  /** Whether failed deliveries are repeated. The first two arrivals of each message fail then. */
  retries?: true;
  /** The longest delay of its response, in milliseconds. */
  holdMs: number;
}

/** The arrivals of a message that a webhook with retries rejects. */
const FAILING_ARRIVALS = 2;

/** The organization's webhooks: fast and slow, working and failing, with and without filters. */
export const hooks: Record<string, HookSetup> = {
  quick: {
    trigger: "all",
    events: [],
    isSubscribed: (event) => event === "recording.processed",
    status: 200,
    holdMs: 0,
  },
  slow: {
    trigger: "all",
    events: eventNames,
    isSubscribed: () => true,
    status: 204,
    holdMs: 300,
  },
  broken: {
    trigger: "all",
    events: ["recording.processed", "recording.integration_updated"],
    isSubscribed: (event) =>
      event === "recording.processed" || event === "recording.integration_updated",
    status: 500,
    holdMs: 20,
  },
  mobile: {
    trigger: "mobile",
    events: ["recording.processed", "client.created"],
    isSubscribed: (event, source) =>
      event === "client.created" || (event === "recording.processed" && source === "mobile"),
    status: 200,
    holdMs: 60,
  },
  retrying: {
    trigger: "all",
    events: [],
    isSubscribed: (event) => event === "recording.processed",
    status: 200,
    retries: true,
    holdMs: 300,
  },
  synced: {
    trigger: "dialer",
    events: ["recording.integration_updated"],
    isSubscribed: (event) => event === "recording.integration_updated",
    status: 200,
    holdMs: 0,
  },
};

/** The requests with one webhook-id. */
export interface ReceivedMessage {
  hook: string;
  body: string;
  count: number;
}

/** The webhooks' receivers. They keep their address while servers die. */
export class Receivers {
  readonly received = new Map<string, ReceivedMessage>();
  /** The webhook-ids that arrived since the last check. */
  readonly newMessages = new Set<string>();
  readonly problems: string[] = [];
  /** Whether all respond without delay. */
  isHurried = false;
  #onArrival = (): void => {};
  readonly #random: Random;
  readonly #verifiers = new Map<string, Webhook[]>();
  readonly #server = createServer((req, res) => void this.#receive(req, res));

  constructor(random: Random) {
    this.#random = random;
    // Prevents a race in which the server closes a connection that a sender reuses.
    this.#server.keepAliveTimeout = 0;
  }

  async start(): Promise<void> {
    this.#server.listen(0, "127.0.0.1");
    await once(this.#server, "listening");
  }

  urlOf(hook: string): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/${hook}`;
  }

  /** Forgets everything received, for a new organization. */
  reset(): void {
    this.received.clear();
    this.newMessages.clear();
    this.#verifiers.clear();
    this.isHurried = false;
  }

  /** Resolves when the next request arrives. */
  async waitForArrival(): Promise<void> {
    await new Promise<void>((resolve) => (this.#onArrival = resolve));
  }

  /** Each of these secrets alone must verify the webhook's requests. */
  expect(hook: string, secrets: string[]): void {
    this.#verifiers.set(
      hook,
      secrets.map((secret) => new Webhook(secret)),
    );
  }

  stop(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }

  async #receive(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    try {
      for await (const chunk of req) chunks.push(chunk as Buffer);
    } catch {
      // The sender died while sending, so nothing was received.
      return;
    }
    this.#onArrival();
    const hook = req.url!.slice(1);
    const body = Buffer.concat(chunks).toString("utf8");
    const messageId = this.#count(hook, req.headers as Record<string, string>, body);
    const { holdMs, retries, status: working } = hooks[hook]!;
    const isFailing = retries && this.received.get(messageId)!.count <= FAILING_ARRIVALS;
    const status = isFailing ? 503 : working;
    if (holdMs > 0 && !this.isHurried) await setTimeout(this.#random.int(0, holdMs));
    res.writeHead(status);
    // Splits the response, so a kill between the parts interrupts the attempt.
    if (status === 200 && holdMs > 0) res.write("ta");
    res.end(status === 204 ? undefined : "ken");
  }

  /** Counts a request, and returns its webhook-id. */
  #count(hook: string, headers: Record<string, string>, body: string): string {
    const id = headers["webhook-id"] ?? "none";
    this.newMessages.add(id);
    for (const verifier of this.#verifiers.get(hook) ?? [])
      try {
        verifier.verify(body, headers);
      } catch (error) {
        this.problems.push(`the signature of ${id} at ${hook}: ${(error as Error).message}`);
      }
    const before = this.received.get(id);
    if (before && (before.body !== body || before.hook !== hook))
      this.problems.push(`${id} arrived with two bodies or at two webhooks`);
    this.received.set(id, { hook, body, count: (before?.count ?? 0) + 1 });
    return id;
  }
}
