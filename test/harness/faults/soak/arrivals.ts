import type { startSimpleReceiver } from "../../../helpers/simple-receiver.js";

type Receiver = Awaited<ReturnType<typeof startSimpleReceiver>>;

/** What webhooks are told of: each of these recordings, once each. */
export class Arrivals {
  readonly problems: string[] = [];
  /** How many deliveries have come. */
  count = 0;
  readonly #waiting = new Map<string, Set<string>>();
  readonly #messages = new Set<string>();

  /** `hooks`: the paths of the webhooks. */
  constructor(
    private readonly receiver: Receiver,
    private readonly hooks: readonly string[],
  ) {}

  /** Is said before the server is asked for it: a delivery may be quicker than the answer. */
  expect(recordingId: string): void {
    this.#waiting.set(recordingId, new Set(this.hooks));
  }

  /** Whether all of its deliveries have come. */
  hasArrived(recordingId: string): boolean {
    return !this.#waiting.has(recordingId);
  }

  /** Recordings of which a webhook has not been told yet. */
  get outstandingCount(): number {
    return this.#waiting.size;
  }

  /** Takes note of what has come since. */
  takeReceived(): void {
    for (const { path, id, body } of this.receiver.received.splice(0)) {
      const recordingId: string = JSON.parse(body).data.id;
      this.count += 1;
      const left = this.#waiting.get(recordingId);
      if (this.#messages.has(String(id)) || !left?.delete(path))
        this.problems.push(`${path} was told of ${recordingId} again, by message ${String(id)}`);
      this.#messages.add(String(id));
      if (left?.size === 0) this.#waiting.delete(recordingId);
    }
  }
}
