// Types for the used part of autocannon, which brings none.
declare module "autocannon" {
  import type { EventEmitter } from "node:events";

  export interface Request {
    method: "GET" | "POST";
    path: string;
    headers: Record<string, string>;
    body?: string;
  }

  export interface Client {
    setRequests: (requests: Request[]) => void;
  }

  export interface Result {
    "2xx": number;
    non2xx: number;
    errors: number;
    timeouts: number;
  }

  export interface Options {
    url: string;
    connections: number;
    duration?: number;
    amount?: number;
    /** Milliseconds between checks of the time. */
    sampleInt?: number;
    requests: Request[];
    setupClient: (client: Client) => void;
    skipAggregateResult?: boolean;
  }

  /** Emits "response" with the client, the status, the bytes and the milliseconds. */
  const autocannon: (
    options: Options,
    done: (error: unknown, result: Result) => void,
  ) => EventEmitter;
  export default autocannon;
}
