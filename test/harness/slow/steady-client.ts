import { Agent, request } from "node:http";
import { setTimeout } from "node:timers/promises";
import type { Keys } from "../crash/api.js";

type BuildRequest = (n: number) => { method: string; path: string; body?: object; token?: boolean };

const APPOINTMENT = { user_email: "rep@example.com", start_time: "2026-05-05T10:00:00Z" };

/** All kinds of things, in turn. */
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

/** Somebody who asks so often a second, whether the last answer is there or not. */
export class SteadyClient {
  readonly times: number[] = [];
  readonly problems: string[] = [];
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 50 });
  readonly #waiting = new Set<Promise<void>>();

  constructor(
    readonly url: string,
    readonly keys: Keys,
  ) {}

  /** For so long. All answers are there when it resolves. */
  async run(ms: number, perSecond: number): Promise<void> {
    const began = performance.now();
    for (let n = 0; ; n += 1) {
      const due = began + (n * 1000) / perSecond;
      if (due > began + ms) break;
      await setTimeout(Math.max(0, due - performance.now()));
      const asked = this.#ask(n).catch((error: unknown) => void this.problems.push(String(error)));
      this.#waiting.add(asked);
      void asked.finally(() => this.#waiting.delete(asked));
    }
    await Promise.all(this.#waiting);
  }

  stop(): void {
    this.#agent.destroy();
  }

  async #ask(n: number): Promise<void> {
    const { method, path, body, token } = requestBuilders[n % requestBuilders.length]!(n);
    const headers = {
      ...(token
        ? { authorization: `Bearer ${this.keys.internalToken}` }
        : { "x-api-key": this.keys.apiKey }),
      ...(body && { "content-type": "application/json" }),
    };
    const began = performance.now();
    await new Promise<void>((resolve, reject) => {
      const sent = request(this.url + path, { method, headers, agent: this.#agent }, (response) => {
        let text = "";
        response.setEncoding("utf8").on("data", (part: string) => (text += part));
        response.on("error", reject).on("end", () => {
          this.times.push(performance.now() - began);
          if (response.statusCode !== 200 || text.includes('"errors":[{'))
            this.problems.push(`${method} ${path}: ${response.statusCode} ${text.slice(0, 300)}`);
          resolve();
        });
      });
      sent.on("error", reject).end(body && JSON.stringify(body));
    });
  }
}
