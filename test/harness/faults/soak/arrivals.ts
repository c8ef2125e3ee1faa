import type { startSimpleReceiver } from "../../../helpers/webhooks/simple-receiver.js";

type Receiver = Awaited<ReturnType<typeof startSimpleReceiver>>;

/** Checks that each expected recording arrives once at each webhook. */
export class Arrivals {
  readonly problems: string[] = [];
  /** How many deliveries have arrived. */
  count = 0;
  readonly #missing = new Map<string, Set<string>>();
  readonly #messages = new Set<string>();

  /** `hooks`: the webhooks' paths. */
  constructor(
    private readonly receiver: Receiver,
    private readonly hooks: readonly string[],
  ) {}

  /** Call this before the request: a delivery can arrive before the response. */
  expect(recordingId: string): void {
    this.#missing.set(recordingId, new Set(this.hooks));
  }

  /** Whether all deliveries of the recording have arrived. */
  hasArrived(recordingId: string): boolean {
    return !this.#missing.has(recordingId);
  }

  /** How many recordings still lack a delivery. */
  get outstandingCount(): number {
    return this.#missing.size;
  }

  /** Processes deliveries that arrived since the last call. */
  takeReceived(): void {
    for (const { path, id, body } of this.receiver.received.splice(0)) {
      const recordingId: string = JSON.parse(body).data.id;
      this.count += 1;
      const missing = this.#missing.get(recordingId);
      if (this.#messages.has(String(id)) || !missing?.delete(path))
        this.problems.push(
          `${path} received ${recordingId} unexpectedly, in message ${String(id)}`,
        );
      this.#messages.add(String(id));
      if (missing?.size === 0) this.#missing.delete(recordingId);
    }
  }
}
