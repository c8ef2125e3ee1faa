import { Agent, request } from "node:http";
import { setTimeout } from "node:timers/promises";
import type { Keys } from "../crash/api.js";

type BuildRequest = (n: number) => { method: string; path: string; body?: object; token?: boolean };

const APPOINTMENT = { user_email: "rep@example.com", start_time: "2026-05-05T10:00:00Z" };

/** Requests of all kinds, in turn. */
const requestBuilders: BuildRequest[] = [
  () => ({ method: "GET", path: "/v1/recordings?limit=3" }),
  (n) => ({
    method: "POST",
    path: "/v1/scheduled-tasks",
    body: { ...APPOINTMENT, event_id: `good-${n}`, title: `Title ${n}` },
  }),
  () => ({ method: "GET", path: "/v1/users" }),
  () => ({ method: "GET", path: "/v1/scheduled-tasks?limit=10" }),
  () => ({ method: "GET", path: "/v1/stats?groupBy=user" }),
  () => ({
    method: "POST",
    path: "/graphql",
    body: { query: "{ recordings(first: 5) { nodes { id summary client { name } } } }" },
    token: true,
  }),
  () => ({ method: "GET", path: "/v1/clients" }),
  () => ({ method: "GET", path: "/livez" }),
];

/** Sends requests at a fixed rate, without waiting for responses. */
export class SteadyClient {
  readonly times: number[] = [];
  readonly problems: string[] = [];
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 50 });
  readonly #running = new Set<Promise<void>>();

  constructor(
    readonly url: string,
    readonly keys: Keys,
  ) {}

  /** Runs for `ms` milliseconds and resolves after the last response. */
  async run(ms: number, perSecond: number): Promise<void> {
    const startedAt = performance.now();
    for (let n = 0; ; n += 1) {
      const due = startedAt + (n * 1000) / perSecond;
      if (due > startedAt + ms) break;
      await setTimeout(Math.max(0, due - performance.now()));
      const sending = this.#send(n).catch(
        (error: unknown) => void this.problems.push(String(error)),
      );
      this.#running.add(sending);
      void sending.finally(() => this.#running.delete(sending));
    }
    await Promise.all(this.#running);
  }

  stop(): void {
    this.#agent.destroy();
  }

  async #send(n: number): Promise<void> {
    const { method, path, body, token } = requestBuilders[n % requestBuilders.length]!(n);
    const headers = {
      ...(token
        ? { authorization: `Bearer ${this.keys.internalToken}` }
        : { "x-api-key": this.keys.apiKey }),
      ...(body && { "content-type": "application/json" }),
    };
    const startedAt = performance.now();
    await new Promise<void>((resolve, reject) => {
      const sent = request(this.url + path, { method, headers, agent: this.#agent }, (response) => {
        let text = "";
        response.setEncoding("utf8").on("data", (part: string) => (text += part));
        response.on("error", reject).on("end", () => {
          this.times.push(performance.now() - startedAt);
          if (response.statusCode !== 200 || text.includes('"errors":[{'))
            this.problems.push(`${method} ${path}: ${response.statusCode} ${text.slice(0, 300)}`);
          resolve();
        });
      });
      sent.on("error", reject).end(body && JSON.stringify(body));
    });
  }
}
