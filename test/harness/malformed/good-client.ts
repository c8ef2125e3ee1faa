import { setTimeout } from "node:timers/promises";
import { createApi, type Keys } from "../crash/api.js";

const PAUSE_MS = 100;
const PATHS = ["/v1/recordings", "/v1/users", "/v1/teams", "/v1/clients", "/v1/stats?groupBy=user"];
const QUERY = `{ recordings { nodes { id summary transcript { text } } } users { email } }`;

/** Somebody with an organization of their own, who asks as one should, and looks at every answer. */
export class GoodClient {
  readonly #api: ReturnType<typeof createApi>;
  #first: string | undefined;
  #stopping = false;
  #asking: Promise<void> | undefined;
  readonly #pushed: string[] = [];
  requestCount = 0;

  constructor(url: string, keys: Keys) {
    this.#api = createApi(url, keys);
  }

  async #all(): Promise<string> {
    const answers = [await this.#api.graphql(QUERY)];
    for (const path of PATHS) answers.push(await this.#api.send("GET", path));
    this.requestCount += answers.length;
    return JSON.stringify(answers);
  }

  async #round(): Promise<void> {
    const told = await this.#all();
    this.#first ??= told;
    if (told !== this.#first) throw new Error(`told ${told}, not ${this.#first}`);
    const event_id = `good-${this.#pushed.length}`;
    const appointment = { event_id, user_email: "rep@example.com", title: event_id };
    const start_time = "2026-05-05T10:00:00Z";
    await this.#api.send("POST", "/v1/scheduled-tasks", { ...appointment, start_time });
    this.#pushed.push(event_id);
    const read = await this.#api.send("GET", `/v1/scheduled-tasks/${event_id}`);
    if (read.appointment.title !== event_id)
      throw new Error(`${event_id} is ${read.appointment.title}`);
    this.requestCount += 2;
  }

  /** Asks until it is stopped. */
  start(): void {
    this.#asking = this.#run();
    // Whoever stops it is told.
    this.#asking.catch(() => {});
  }

  async #run(): Promise<void> {
    while (!this.#stopping) {
      await this.#round();
      await setTimeout(PAUSE_MS);
    }
  }

  /**
   * Once more, and no more after it: all is there as it was, and all that was pushed.
   * @throws Error where any answer was not what it should be
   */
  async stop(): Promise<void> {
    this.#stopping = true;
    await this.#asking;
    await this.#round();
    const { appointments } = await this.#api.graphql(
      `{ appointments(first: 100) { nodes { eventId } } }`,
    );
    const wanted = this.#pushed.toSorted().slice(0, 100);
    const found = appointments.nodes.map(({ eventId }: { eventId: string }) => eventId);
    const foreign = found.filter((id: string) => !this.#pushed.includes(id));
    if (foreign.length > 0 || found.length < wanted.length)
      throw new Error(`of ${wanted.length} appointments there are ${found}`);
  }
}
