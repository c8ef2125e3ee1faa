import { Agent, request } from "node:http";

export interface HttpResult {
  status: number;
  text: string;
  type: string;
}

export interface HttpRequest {
  method: string;
  path: string;
  body?: string | undefined;
  headers: Record<string, string>;
}

/** Sends requests unchanged, over keep-alive connections. */
export const createHttpClient = (url: string, connections: number) => {
  const { hostname, port } = new URL(url);
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const send = async ({ method, path, body, headers }: HttpRequest): Promise<HttpResult> =>
    new Promise((resolve, reject) => {
      const length = body === undefined ? {} : { "content-length": Buffer.byteLength(body) };
      const sent = request(
        { hostname, port, agent, method, path, headers: { ...headers, ...length } },
        (response) => {
          const parts: Buffer[] = [];
          response.on("data", (part: Buffer) => parts.push(part));
          response.on("error", reject);
          response.on("end", () =>
            resolve({
              status: response.statusCode!,
              text: Buffer.concat(parts).toString(),
              type: response.headers["content-type"] ?? "",
            }),
          );
        },
      );
      sent.on("error", reject);
      sent.end(body);
    });
  return { ask: send, close: () => agent.destroy() };
};
