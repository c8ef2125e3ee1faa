import { Agent, request } from "node:http";
import { text } from "node:stream/consumers";
import type { Keys } from "../crash/api.js";

/** An organization's keys, and the path of its dialer URL. */
export interface TenantKeys extends Keys {
  dialerUrl: string;
}

/** The status of an answer and its text; 0 where the connection ended without an answer. */
export interface TenantAnswer {
  status: number;
  text: string;
}

/** Sends an organization's requests over keep-alive connections. Never throws for an answer. */
export class TenantClient {
  readonly #agent: Agent;

  constructor(
    readonly url: string,
    readonly keys: TenantKeys,
    maxSockets = 64,
  ) {
    this.#agent = new Agent({ keepAlive: true, maxSockets });
  }

  /** Sends to /v1, or with `isInternal` with the internal token. `body`: an object becomes JSON. */
  async send(
    method: string,
    path: string,
    body?: object | string,
    headers: Record<string, string> = {},
    isInternal = false,
  ): Promise<TenantAnswer> {
    const payload = typeof body === "object" ? JSON.stringify(body) : body;
    const credential: Record<string, string> = isInternal
      ? { authorization: `Bearer ${this.keys.internalToken}` }
      : { "x-api-key": this.keys.apiKey };
    const { promise, resolve } = Promise.withResolvers<TenantAnswer>();
    const fail = (error: Error): void => resolve({ status: 0, text: String(error) });
    const sent = request(
      this.url + path,
      {
        method,
        agent: this.#agent,
        headers: {
          ...credential,
          ...(payload !== undefined && {
            "content-type": "application/json",
            "content-length": String(Buffer.byteLength(payload)),
          }),
          ...headers,
        },
      },
      (answer) => {
        text(answer).then((all) => resolve({ status: answer.statusCode!, text: all }), fail);
      },
    );
    sent.on("error", fail).end(payload);
    return promise;
  }

  /** Sends an operation with the API key, or with `isInternal` with the internal token. */
  async graphql(query: string, variables: object = {}, isInternal = false): Promise<TenantAnswer> {
    return this.send("POST", "/graphql", { query, variables }, {}, isInternal);
  }

  /** Returns the data of an operation. @throws for any error */
  async load<T>(query: string, variables: object = {}): Promise<T> {
    const answer = await this.graphql(query, variables, true);
    const { data, errors } = JSON.parse(answer.text) as { data: T; errors?: unknown };
    if (errors !== undefined || answer.status !== 200) throw new Error(answer.text);
    return data;
  }

  close(): void {
    this.#agent.destroy();
  }
}
