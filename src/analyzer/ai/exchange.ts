import got, { type OptionsInit, RequestError, type Response, TimeoutError } from "got";
import { version } from "../../version.js";
import type { Form } from "./form.js";
import { Trouble } from "./trouble.js";

/** What one exchange may take, in milliseconds and bytes. */
export interface Limits {
  totalMs: number;
  /** Without a byte in either direction. */
  idleMs: number;
  /** Of the answer. */
  bytes: number;
}

export interface Answer {
  /** Without parameters, in lower case. */
  type: string;
  text: string;
}

const CONNECT_MS = 10_000;
/** Of what a server says when it fails, for the log. */
const SHOWN_CHARACTERS = 500;

class TooLarge extends Error {}

const client = got.extend({
  headers: { "user-agent": `debrief/${version}` },
  retry: { limit: 0 },
  followRedirect: false,
  decompress: false,
  throwHttpErrors: false,
  responseType: "buffer",
});

/** In milliseconds, of seconds or a date. */
const waitAsked = (header: string | undefined): number | undefined => {
  if (header === undefined) return undefined;
  const ms = /^\d+(\.\d+)?$/.test(header) ? Number(header) * 1000 : Date.parse(header) - Date.now();
  return ms >= 0 ? ms : undefined;
};

/** What is told of an answer that is no success; `what` is whose it is, such as "The chat server". */
const refusalOf = (what: string, status: number): { reason: string; final: boolean } => {
  const final = (reason: string) => ({ reason: `${what} ${reason} (${status})`, final: true });
  if (status === 429)
    return { reason: `${what} was asked too often, or its quota is used up (429)`, final: false };
  if (status >= 500 || status === 408 || status === 425)
    return { reason: `${what} failed (${status})`, final: false };
  if (status === 401 || status === 403)
    return final("does not accept the key; whoever runs debrief can correct DEBRIEF_AI_KEY");
  if (status === 404)
    return final(
      "knows no such model or address; whoever runs debrief can correct the DEBRIEF_AI_ settings",
    );
  if (status === 413) return final("takes no request of this size");
  if (status >= 300 && status < 400)
    return final(
      "points to another address, which is not followed; whoever runs debrief can correct the DEBRIEF_AI_ settings",
    );
  return final("refuses the request; the log of debrief has what it says");
};

/** Whoever has the key writes it into no log, be it a server that repeats it. */
const without = (text: string, key: string | undefined): string =>
  key === undefined ? text : text.replaceAll(key, "<key>");

const failureOf = (what: string, error: unknown): Trouble => {
  const cause = error instanceof Error ? error : undefined;
  if (error instanceof TooLarge)
    return new Trouble(`${what} answered with more than may be read`, "answer too large", {
      final: true,
    });
  if (error instanceof TimeoutError)
    return new Trouble(`${what} did not answer in time`, `timed out: ${cause?.message}`, { cause });
  const code = error instanceof RequestError ? ` (${error.code})` : "";
  return new Trouble(
    `${what} could not be reached, or broke off${code}`,
    cause?.message ?? String(error),
    { cause },
  );
};

/**
 * Posts once, to that address and nowhere else, and reads the answer to its end. `what`: whose answer it is.
 * @throws Trouble for all that is no success
 */
export const post = async (
  {
    what,
    url,
    key,
    limits,
  }: { what: string; url: string; key: string | undefined; limits: Limits },
  sent: { form: Form } | { json: object },
  signal: AbortSignal,
): Promise<Answer> => {
  const ending = new AbortController();
  const options: OptionsInit = {
    method: "POST",
    headers: {
      ...(key !== undefined && { authorization: `Bearer ${key}` }),
      ...("form" in sent && {
        "content-type": sent.form.type,
        "content-length": String(sent.form.body.size),
      }),
    },
    ...("form" in sent ? { body: sent.form.body.stream() } : { json: sent.json }),
    signal: AbortSignal.any([signal, ending.signal]),
    timeout: { connect: CONNECT_MS, socket: limits.idleMs, request: limits.totalMs },
  };
  let failed: unknown;
  try {
    const asked = client(url, options);
    void asked.on("downloadProgress", ({ transferred }) => {
      if (transferred <= limits.bytes) return;
      failed = new TooLarge();
      ending.abort();
    });
    const { statusCode: status, headers, rawBody } = (await asked) as Response;
    const text = Buffer.from(rawBody).toString("utf8");
    const type = (headers["content-type"] ?? "").split(";")[0]!.trim().toLowerCase();
    if (status >= 200 && status < 300) return { type, text };
    const { reason, final } = refusalOf(what, status);
    const said = without(text.slice(0, SHOWN_CHARACTERS), key);
    const after = waitAsked(headers["retry-after"]);
    throw new Trouble(reason, `answered ${status}: ${said}`, { final, after, status });
  } catch (error) {
    signal.throwIfAborted();
    throw error instanceof Trouble ? error : failureOf(what, failed ?? error);
  }
};
