import { type ClientRequest, type OutgoingHttpHeaders, request } from "node:http";
import { connect } from "node:net";
import type { SharedServer } from "./server.js";

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

/** A request whose body is still to be written, if it has one; nothing in it is made better. */
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

/** What fetch would not send: paths as they are, headers more than once, any method. */
export const sendRaw = async (
  server: SharedServer,
  request: RawRequest & { body?: string },
): Promise<RawResponse> => {
  const begun = beginRawRequest(server, request);
  begun.request.end(request.body);
  return begun.answer;
};

/**
 * Sends text that may be no HTTP at all, and reads until the server closes the connection; or ends its
 * own side at once.
 */
export const exchangeText = async (
  server: SharedServer,
  text: string,
  then?: "hang up",
): Promise<string> =>
  new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(server.url).port), "127.0.0.1");
    let received = "";
    socket.setEncoding("utf8").on("data", (part: string) => (received += part));
    // A server that closes while there is more to come resets the connection: what it said counts.
    socket.on("error", (error: NodeJS.ErrnoException) => {
      if (error.code !== "ECONNRESET" && error.code !== "EPIPE") reject(error);
    });
    socket.on("close", () => resolve(received));
    if (then === "hang up") socket.end(text);
    else socket.write(text);
  });
