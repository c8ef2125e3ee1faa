import { Agent, request } from "node:http";
import { text } from "node:stream/consumers";
import type { ResponseBody, Keys } from "../../crash/api.js";

/** Sends requests to one server over keep-alive connections. */
export interface SoakClient {
  /** Sends to /v1 with the API key. @throws if the status isn't 200 */
  send: (method: string, path: string, body?: object) => Promise<ResponseBody>;
  /**
   * Sends to /graphql with the internal token and returns the data. @throws if there is an error
   */
  graphql: (query: string, variables: object) => Promise<ResponseBody>;
  close: () => void;
}

const MAX_REQUEST_MS = 30_000;

/** Much cheaper than fetch, since the client and the server share the machine. */
export const createSoakClient = (url: string, keys: Keys): SoakClient => {
  const agent = new Agent({ keepAlive: true });
  const sendRequest = async (
    method: string,
    path: string,
    credential: Record<string, string>,
    body?: object,
  ): Promise<ResponseBody> => {
    const json = body && JSON.stringify(body);
    const headers = {
      ...credential,
      ...(json !== undefined && {
        "content-type": "application/json",
        "content-length": Buffer.byteLength(json),
      }),
    };
    const signal = AbortSignal.timeout(MAX_REQUEST_MS);
    const { promise, resolve, reject } = Promise.withResolvers<{ status: number; text: string }>();
    request(url + path, { method, agent, headers, signal }, (answer) => {
      text(answer).then((all) => resolve({ status: answer.statusCode!, text: all }), reject);
    })
      .on("error", (error) => reject(new Error(`${method} ${path}`, { cause: error })))
      .end(json);
    const answer = await promise;
    if (answer.status !== 200)
      throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`);
    return JSON.parse(answer.text);
  };
  return {
    send: (method, path, body) => sendRequest(method, path, { "x-api-key": keys.apiKey }, body),
    graphql: async (query, variables) => {
      const authorization = `Bearer ${keys.internalToken}`;
      const { data, errors } = await sendRequest(
        "POST",
        "/graphql",
        { authorization },
        { query, variables },
      );
      if (errors) throw new Error(`${JSON.stringify(errors)} of ${query}`);
      return data;
    },
    close: () => agent.destroy(),
  };
};
