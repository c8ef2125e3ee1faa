import { readFileSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { buffer } from "node:stream/consumers";
import { type ChatRequest, parseChat, MODEL_SEGMENTS, respondCorrectly } from "./ai-script.js";

/** A fault in a response. */
export type Fault =
  | "slow"
  | "never"
  | "silent"
  | "wrong JSON"
  | "wrong shape"
  | "no JSON"
  | "fenced"
  | "refusal"
  | "too long"
  | "full"
  | "cut off"
  | "huge"
  | "redirect"
  | "empty"
  | { status: number; retryAfter?: string };

type EndpointKind = "chat" | "transcription";

interface TranscriptionRequest {
  length: string | undefined;
  authorization: string | undefined;
  model: unknown;
  format: string;
  file: { name: string; type: string; bytes: number };
}

const WAV = readFileSync(new URL("../../../../test/fixtures/call.wav", import.meta.url));

const formatSseEvent = (delta: object, finish_reason: string | null): string =>
  `data: ${JSON.stringify({ id: "x", choices: [{ index: 0, delta, finish_reason }] })}\n\n`;

const buildSseEvents = (content: string, finish: string): string[] => {
  const pieces = content.match(/[\s\S]{1,40}/g) ?? [];
  return [
    formatSseEvent({ role: "assistant" }, null),
    ...pieces.map((piece) => formatSseEvent({ content: piece }, null)),
    formatSseEvent({}, finish),
    "data: [DONE]\n\n",
  ];
};

const writeSlowly = async (response: ServerResponse, pieces: string[]): Promise<void> => {
  for (const piece of pieces) {
    response.write(piece);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  response.end();
};

/** Applies faults that change a response's content. */
const applyContentFault = (fault: Fault | undefined, content: string): string => {
  if (fault === "wrong JSON") return content.slice(0, -3);
  if (fault === "wrong shape") return '{"summary":17,"template":"x","speakers":{},"turns":3}';
  if (fault === "fenced") return `Here you are:\n\`\`\`json\n${content}\n\`\`\``;
  if (fault === "empty") return "";
  if (fault === "too long") return content.slice(0, content.length / 2);
  return content;
};

/** Starts a fake model server on a free port. It also serves audio files. */
export const startAiServer = async ({ delayMs = 0 }: { delayMs?: number } = {}) => {
  const chats: ChatRequest[] = [];
  const transcriptions: TranscriptionRequest[] = [];
  const faults: Record<EndpointKind, Fault[]> = { chat: [], transcription: [] };
  const waiting: (() => void)[] = [];
  const state = {
    /** Returns the model's responses. */
    script: respondCorrectly,
    /** The transcript of the audio. */
    heard: MODEL_SEGMENTS as object[],
    /** Whether its transcripts have the audio's duration. */
    statesDuration: true,
    /** Whether it streams on request. */
    streams: true,
    /** Response formats, parameters and keywords that it rejects with 400. */
    unknown: [] as string[],
    /** The status for these response formats, instead of 400. */
    unknownStatus: 400,
    /** The models that it lists; undefined: it has no list. */
    models: ["chatty", "hearing"] as string[] | undefined,
    /** Whether it serves several requests on a connection; otherwise it resets the second one. */
    keepsConnections: true,
    /** How many requests it has reset. */
    resets: 0,
    /** Resolves before any response is sent. */
    gate: Promise.resolve(),
    fetched: 0,
  };

  const wake = (): void => {
    for (const resolve of waiting.splice(0)) resolve();
  };

  /** Sends a faulty response. Returns whether it did. */
  const respondWithFault = (fault: Fault | undefined, response: ServerResponse): boolean => {
    if (fault === undefined) return false;
    if (typeof fault === "object") {
      const { status, retryAfter } = fault;
      response
        .writeHead(status, {
          "content-type": "application/json",
          ...(retryAfter !== undefined && { "retry-after": retryAfter }),
        })
        .end(JSON.stringify({ error: { message: `no: ${response.req.headers.authorization}` } }));
    } else if (fault === "never") response.writeHead(200).write(" ");
    else if (fault === "no JSON") response.end("<html>Welcome</html>");
    else if (fault === "redirect") response.writeHead(307, { location: "/elsewhere" }).end();
    else if (fault === "huge") {
      response.writeHead(200, { "content-type": "application/json" });
      const writeMore = (): void => {
        while (!response.destroyed && response.write(" ".repeat(65_536)));
        response.once("drain", writeMore);
      };
      writeMore();
    } else if (fault !== "silent") return false;
    return true;
  };

  const handleChat = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = JSON.parse((await buffer(request)).toString());
    const chatRequest = parseChat(body, request.headers.authorization);
    const fault = faults.chat.shift();
    chats.push(chatRequest);
    wake();
    await state.gate;
    const { response_format: format = {}, ...parameters } = body;
    const names = [format.type, ...Object.keys(parameters)];
    if (JSON.stringify(format).includes("maxItems")) names.push("maxItems");
    const unknown = state.unknown.find((one) => names.includes(one));
    if (unknown !== undefined) {
      const error = JSON.stringify({ error: { message: `unknown ${unknown}` } });
      response.writeHead(state.unknownStatus).end(error);
      return;
    }
    if (respondWithFault(fault, response)) return;
    const scripted = state.script(chatRequest);
    const content = applyContentFault(
      fault,
      typeof scripted === "string" ? scripted : JSON.stringify(scripted),
    );
    const finish = fault === "too long" || fault === "full" ? "length" : "stop";
    const refusal = fault === "refusal" ? "I will not." : null;
    if (!body.stream || !state.streams || refusal) {
      const text = JSON.stringify({
        choices: [{ message: { role: "assistant", content, refusal }, finish_reason: finish }],
      });
      response.setHeader("content-type", "application/json");
      if (fault === "cut off") {
        response.setHeader("content-length", text.length);
        response.write(text.slice(0, 20), () => response.destroy());
      } else response.end(text);
      return;
    }
    response.writeHead(200, { "content-type": "text/event-stream; charset=utf-8" });
    const pieces = buildSseEvents(content, finish);
    if (fault === "cut off") response.end(pieces.slice(0, 2).join(""));
    else if (fault === "slow") await writeSlowly(response, pieces);
    else response.end(pieces.join(""));
  };

  const handleTranscription = async (
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> => {
    const { headers } = request;
    const form = await new Response(new Uint8Array(await buffer(request)), {
      headers: { "content-type": headers["content-type"]! },
    }).formData();
    const file = form.get("file") as File | null;
    if (!file) {
      response.writeHead(400).end('{"error":"no file"}');
      return;
    }
    const format = form.get("response_format") as string;
    const fault = faults.transcription.shift();
    transcriptions.push({
      length: headers["content-length"],
      authorization: headers.authorization,
      model: form.get("model"),
      format,
      file: { name: file.name, type: file.type, bytes: file.size },
    });
    wake();
    await state.gate;
    if (state.unknown.includes(format)) {
      response
        .writeHead(state.unknownStatus)
        .end('{"error":{"message":"unknown response_format"}}');
      return;
    }
    if (respondWithFault(fault, response)) return;
    const segments = state.heard.map((one) => ({ ...one })) as (object & { speaker?: string })[];
    if (format !== "diarized_json") for (const segment of segments) delete segment.speaker;
    const text = (state.heard as { text: string }[]).map((one) => one.text).join("");
    const duration = state.statesDuration ? { duration: 4 } : {};
    const transcription = { text, ...duration, ...(format !== "json" && { segments }) };
    const answer = fault === "wrong shape" ? { text: 4, segments: "none" } : transcription;
    const json = applyContentFault(
      fault === "wrong shape" ? undefined : fault,
      JSON.stringify(answer),
    );
    response.setHeader("content-type", "application/json");
    if (fault === "cut off") {
      response.setHeader("content-length", json.length);
      response.write(json.slice(0, 20), () => response.destroy());
    } else if (fault === "slow") await writeSlowly(response, json.match(/[\s\S]{1,40}/g)!);
    else response.end(json);
  };

  const handleRequest = async (
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> => {
    if (delayMs > 0) await new Promise((resolve) => setTimeout(resolve, delayMs));
    const { url } = request;
    if (url === "/v1/chat/completions") await handleChat(request, response);
    else if (url === "/v1/audio/transcriptions") await handleTranscription(request, response);
    else if (url === "/v1/models" && state.models) {
      const data = state.models.map((id) => ({ id }));
      response.setHeader("content-type", "application/json").end(JSON.stringify({ data }));
    } else if (url?.startsWith("/call")) {
      state.fetched += 1;
      response.setHeader("content-type", "audio/wav").end(WAV);
    } else if (url?.startsWith("/moved")) response.writeHead(302, { location: "/call.wav" }).end();
    else if (url?.startsWith("/inside"))
      response.writeHead(302, { location: "http://169.254.169.254/call.wav" }).end();
    else if (url?.startsWith("/page")) response.end("<html>Sign in to listen</html>");
    else if (url?.startsWith("/endless")) respondWithFault("huge", response);
    else response.writeHead(404).end();
  };

  const used = new WeakSet<Socket>();
  const server = createServer((request, response) => {
    const { socket, url } = request;
    // Like a server that closes a connection while its next request is on the way.
    if (used.has(socket) && !state.keepsConnections && url?.startsWith("/v1/")) {
      state.resets += 1;
      socket.resetAndDestroy();
      return;
    }
    used.add(socket);
    handleRequest(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return Object.assign(state, {
    url: `${origin}/v1`,
    origin,
    audio: `${origin}/call.wav`,
    chats,
    transcriptions,
    /** Adds faults for the next responses, in order. */
    fail: (kind: EndpointKind, ...next: Fault[]) => void faults[kind].push(...next),
    /** Resolves when the condition holds; checked after each request. */
    until: async (condition: () => boolean): Promise<void> => {
      while (!condition()) await new Promise<void>((resolve) => waiting.push(resolve));
    },
    /** Sends no response until the returned function is called. */
    hold: (): (() => void) => {
      const { promise, resolve } = Promise.withResolvers<void>();
      state.gate = promise;
      return () => {
        state.gate = Promise.resolve();
        resolve();
      };
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  });
};

export type AiServer = Awaited<ReturnType<typeof startAiServer>>;
