import { setTimeout } from "node:timers/promises";
import { startSimpleReceiver } from "../../helpers/webhooks/simple-receiver.js";
import type { TenantAnswer, TenantClient } from "./tenant-client.js";

/** What an ordinary customer does, and how often per second. */
const RATES = { list: 12, read: 12, push: 8, search: 4, stats: 4, webhook: 3, firstDelivery: 1 };

export type Operation = keyof typeof RATES;

const operations = Object.keys(RATES) as Operation[];

/** The time of one operation, from when it was due; of a delivery, from when its recording is completed. */
export interface Timing {
  operation: Operation;
  ms: number;
}

const REP = "good-rep@example.com";
const CALLS = 100;
/** A delivery that takes longer is a problem of its own. */
const MAX_DELIVERY_MS = 30_000;

const USER = `mutation ($email: String!) { upsertUser(input: { email: $email, name: "Robin" }) { email } }`;
const WEBHOOK = `mutation ($url: String!) {
  createWebhook(input: { url: $url, events: ["recording.processed"] }) { webhook { id } }
}`;
const DELETE_WEBHOOK = `mutation ($id: ID!) { deleteWebhook(id: $id) }`;
const COMPLETE = `mutation ($id: ID!) {
  completeAnalysis(recordingId: $id, input: { summary: "We agreed on the violet carpet." }) { id }
}`;

/** Uses a server at a fixed rate, as a customer that must not notice its neighbours. */
export class GoodTenant {
  readonly timings: Timing[] = [];
  /** Answers that a good tenant must not get. */
  readonly problems: string[] = [];
  readonly #client: TenantClient;
  readonly #running = new Set<Promise<void>>();
  readonly #receiver: Awaited<ReturnType<typeof startSimpleReceiver>>;
  readonly #recordingIds: string[] = [];
  #number = 0;

  private constructor(
    client: TenantClient,
    receiver: Awaited<ReturnType<typeof startSimpleReceiver>>,
  ) {
    this.#client = client;
    this.#receiver = receiver;
  }

  /** Creates the tenant's rep, webhook and calls. */
  static async create(client: TenantClient): Promise<GoodTenant> {
    const tenant = new GoodTenant(client, await startSimpleReceiver());
    await client.load(USER, { email: REP });
    await client.load(WEBHOOK, { url: `${tenant.#receiver.url}/good` });
    for (let n = 0; n < CALLS; n += 1) {
      const id = await tenant.#push();
      await client.load(COMPLETE, { id });
      tenant.#recordingIds.push(id);
    }
    return tenant;
  }

  /** Runs for `ms` milliseconds and resolves after the last answer. */
  async run(ms: number): Promise<void> {
    const startedAt = performance.now();
    const runOne = async (operation: Operation): Promise<void> => {
      const everyMs = 1000 / RATES[operation];
      for (let n = 0; n * everyMs < ms; n += 1) {
        const due = startedAt + n * everyMs;
        await setTimeout(Math.max(0, due - performance.now()));
        const measured = this.#measure(operation, due);
        this.#running.add(measured);
        void measured.finally(() => this.#running.delete(measured));
      }
    };
    await Promise.all(operations.map(runOne));
    await Promise.all(this.#running);
  }

  stop(): void {
    this.#receiver.close();
    this.#client.close();
  }

  async #measure(operation: Operation, due: number): Promise<void> {
    try {
      const ms = await this.#perform(operation);
      this.timings.push({ operation, ms: ms ?? performance.now() - due });
    } catch (error) {
      this.problems.push(`${operation}: ${(error as Error).message.slice(0, 300)}`);
      this.timings.push({ operation, ms: performance.now() - due });
    }
  }

  /** Returns the time of a delivery; undefined for other operations. */
  async #perform(operation: Operation): Promise<number | undefined> {
    if (operation === "webhook") return this.#awaitDelivery("/good");
    if (operation === "firstDelivery") return this.#awaitFirstDelivery();
    if (operation === "push") {
      await this.#push();
      return undefined;
    }
    const id = this.#recordingIds[this.#number % this.#recordingIds.length]!;
    const paths = {
      list: "/v1/recordings?limit=25",
      read: `/v1/recordings/${id}`,
      search: "/v1/recordings?search=violet&limit=10",
      stats: "/v1/stats?groupBy=user",
    };
    this.#expectOk(await this.#client.send("GET", paths[operation]));
    return undefined;
  }

  #expectOk({ status, text }: TenantAnswer): string {
    if (status !== 200) throw new Error(`${status} ${text}`);
    return text;
  }

  async #push(): Promise<string> {
    this.#number += 1;
    const call = {
      call_id: `good-${this.#number}`,
      user_email: REP,
      started_at: new Date(Date.now() - 60_000).toISOString(),
      customer: { id: `good-customer-${this.#number % 50}`, name: "Ann Marlowe" },
      transcript: [{ speaker: "Robin", role: "rep", text: "Hello?", start: 0, end: 1000 }],
    };
    const text = this.#expectOk(await this.#client.send("POST", "/v1/dialer", call));
    return (JSON.parse(text) as { recording: { id: string } }).recording.id;
  }

  async #awaitFirstDelivery(): Promise<number> {
    const path = `/first-${this.#number}`;
    const { createWebhook } = await this.#client.load<{
      createWebhook: { webhook: { id: string } };
    }>(WEBHOOK, { url: this.#receiver.url + path });
    const ms = await this.#awaitDelivery(path);
    await this.#client.load(DELETE_WEBHOOK, { id: createWebhook.webhook.id });
    return ms;
  }

  async #awaitDelivery(hook: string): Promise<number> {
    const id = await this.#push();
    const startedAt = performance.now();
    await this.#client.load(COMPLETE, { id });
    const until = startedAt + MAX_DELIVERY_MS;
    while (!this.#receiver.received.some(({ path, body }) => path === hook && body.includes(id))) {
      if (performance.now() > until) throw new Error(`no delivery within ${MAX_DELIVERY_MS} ms`);
      await setTimeout(5);
    }
    return performance.now() - startedAt;
  }
}
