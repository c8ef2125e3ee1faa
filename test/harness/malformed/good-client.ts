import { setTimeout } from "node:timers/promises";
import { createApi, type Keys } from "../crash/api.js";

const PAUSE_MS = 100;
const PATHS = ["/v1/recordings", "/v1/users", "/v1/teams", "/v1/clients", "/v1/stats?groupBy=user"];
const QUERY = `{ recordings { nodes { id summary transcript { text } } } users { email } }`;

/** A client of another organization that sends valid requests and checks every response. */
export class GoodClient {
  readonly #api: ReturnType<typeof createApi>;
  #first: string | undefined;
  #stopping = false;
  #running: Promise<void> | undefined;
  readonly #pushed: string[] = [];
  requestCount = 0;

  constructor(url: string, keys: Keys) {
    this.#api = createApi(url, keys);
  }

  async #readAll(): Promise<string> {
    const answers = [await this.#api.graphql(QUERY)];
    for (const path of PATHS) answers.push(await this.#api.send("GET", path));
    this.requestCount += answers.length;
    return JSON.stringify(answers);
  }

  async #runRound(): Promise<void> {
    const responses = await this.#readAll();
    this.#first ??= responses;
    if (responses !== this.#first)
      throw new Error(`responses are ${responses}, not ${this.#first}`);
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

  /** Sends requests until stopped. */
  start(): void {
    this.#running = this.#run();
    // `stop` reports the error.
    this.#running.catch(() => {});
  }

  async #run(): Promise<void> {
    while (!this.#stopping) {
      await this.#runRound();
      await setTimeout(PAUSE_MS);
    }
  }

  /**
   * Sends a last round, then checks that all its data is unchanged and complete.
   * @throws at any wrong response
   */
  async stop(): Promise<void> {
    this.#stopping = true;
    await this.#running;
    await this.#runRound();
    const { appointments } = await this.#api.graphql(
      `{ appointments(first: 100) { nodes { eventId } } }`,
    );
    const expected = this.#pushed.toSorted().slice(0, 100);
    const found = appointments.nodes.map(({ eventId }: { eventId: string }) => eventId);
    const foreign = found.filter((id: string) => !this.#pushed.includes(id));
    if (foreign.length > 0 || found.length < expected.length)
      throw new Error(`expected ${expected.length} appointments, found ${found}`);
  }
}
