import { type ClientRequest, type OutgoingHttpHeaders, request } from "node:http";
import { connect } from "node:net";
import type { SharedServer } from "../server.js";

export interface RawResponse {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  text: string;
}

export interface RawRequest {
  method?: string;
  path: string;
  headers?: OutgoingHttpHeaders;
}

/** Starts a request exactly as given; the caller writes and ends its body. */
export const beginRawRequest = (
  server: SharedServer,
  { method = "GET", path, headers = {} }: RawRequest,
): { request: ClientRequest; answer: Promise<RawResponse> } => {
  const sent = request(server.url, { method, path, headers, agent: false });
  const answer = new Promise<RawResponse>((resolve, reject) => {
    sent.on("error", reject);
    sent.on("response", (response) => {
      let text = "";
      response.setEncoding("utf8").on("data", (part: string) => (text += part));
      response.on("error", reject);
      response.on("end", () =>
        resolve({ status: response.statusCode!, headers: response.headers, text }),
      );
    });
  });
  return { request: sent, answer };
};

/** Sends what fetch can't: unnormalized paths, repeated headers, any method. */
export const sendRaw = async (
  server: SharedServer,
  request: RawRequest & { body?: string },
): Promise<RawResponse> => {
  const started = beginRawRequest(server, request);
  started.request.end(request.body);
  return started.answer;
};

/**
 * Sends text that may not be HTTP and reads until the server closes the connection. "hang up" closes the client's side
 * at once.
 */
export const exchangeText = async (
  server: SharedServer,
  text: string,
  action?: "hang up",
): Promise<string> =>
  new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(server.url).port), "127.0.0.1");
    let received = "";
    socket.setEncoding("utf8").on("data", (part: string) => (received += part));
    // A server that closes early resets the connection; only its response matters.
    socket.on("error", (error: NodeJS.ErrnoException) => {
      if (error.code !== "ECONNRESET" && error.code !== "EPIPE") reject(error);
    });
    socket.on("close", () => resolve(received));
    if (action === "hang up") socket.end(text);
    else socket.write(text);
  });
