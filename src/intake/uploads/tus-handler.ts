import { isUtf8 } from "node:buffer";
import type { IncomingMessage } from "node:http";
import type { Context, Middleware } from "koa";
import { MemoryLocker, Server, type ServerOptions } from "@tus/server";
import type { Credential } from "../../../graph/core/credential.js";
import { Failure, notFound } from "../../../graph/core/errors.js";
import { authenticateWithSession, type FindSession } from "../../../rest/authenticate.js";
import type { RequestState } from "../../../rest/rest-context.js";
import type { RestServices } from "../../../rest/rest-services.js";
import { answerUnsupportedMethod } from "../../../rest/unsupported-method.js";
import { redactOrRefuse } from "../../../graph/redaction/redact-or-refuse.js";
import { loadRedactor } from "../../../graph/redaction/redactor.js";
import { readFields } from "./finish-upload.js";
import type { ResumableUploads } from "./resumable-uploads.js";
import { parseUploadKey, TusStore, type UploadSenders } from "./tus-store.js";
import { formatUploadKey, type UploadRef } from "./upload-states.js";

const PATH = /^\/v1\/uploads(?:\/([^/]+))?\/?$/;
const UPLOAD_ID = /^[0-9a-f]{32}$/;
const TUS_VERSION = "1.0.0";
const VERSION_HEADER = "tus-resumable";
const PART_TYPE = "application/offset+octet-stream";
const METHODS = ["HEAD", "PATCH", "DELETE"];
/** Headers of the protocol, and headers that caches need. */
const ANSWER_HEADER = /^(tus-|upload-|location$|cache-control$)/;

/** A header named in an error from the library. */
const HEADER = /upload-(?:length|offset|metadata|concat|defer-length)/i;
const HEADER_REASONS: Record<string, string> = {
  "upload-length": "must be the file's size in bytes, a whole number",
  "upload-offset": "must be the upload's offset in bytes, a whole number",
  "upload-metadata": "must be names with values in Base64, separated by commas, each name once",
};

/** The request as seen by the library. */
type TusRequest = Parameters<NonNullable<ServerOptions["onIncomingRequest"]>>[0];

interface Call {
  organizationId: string;
  state: RequestState;
  /** The failure for the library to send. */
  failure?: unknown;
}

/** Converts an error from the library to a failure. */
const toFailure = (status: number, text: string): Failure => {
  const message = text.trim();
  if (status === 404 || status === 410) return notFound();
  if (status === 409) return new Failure("CONFLICT", "isn't the upload's offset", "upload-offset");
  if (status === 413)
    return new Failure("PAYLOAD_TOO_LARGE", "has more bytes than upload-length", "file");
  if (status >= 500 && status !== 501) return new Failure("UNAVAILABLE", message);
  const header = HEADER.exec(message)?.[0].toLowerCase();
  return header === undefined
    ? new Failure("INVALID_FIELD", message)
    : new Failure("INVALID_FIELD", HEADER_REASONS[header] ?? "is missing or invalid", header);
};

/** @throws INVALID_FIELD for a value that isn't text: the library would replace its bytes */
const validateEncoding = (metadata: string | null): void => {
  for (const pair of metadata?.split(",") ?? []) {
    const [name = "", value = ""] = pair.trim().split(" ");
    if (!isUtf8(Buffer.from(value, "base64")))
      throw new Failure("INVALID_FIELD", "must be UTF-8", name);
  }
};

/** Streams the body. Ending the read early doesn't destroy the request, which still needs a response. */
const streamBody = (req: IncomingMessage): ReadableStream =>
  ReadableStream.from(
    req.iterator({ destroyOnReturn: false }) as AsyncIterable<Uint8Array>,
  ) as ReadableStream;

const toWebRequest = (ctx: Context): TusRequest => {
  const headers = new Headers();
  for (const [name, value] of Object.entries(ctx.headers))
    if (value !== undefined) headers.set(name, String(value));
  const init = { method: ctx.method, headers, duplex: "half" as const };
  const hasBody = ctx.method === "PATCH" || ctx.method === "POST";
  const url = `http://debrief${ctx.path.replace(/\/$/, "")}`;
  return new Request(url, {
    ...init,
    ...(hasBody && { body: streamBody(ctx.req) }),
  });
};

/**
 * Serves the tus protocol 1.0.0 under `basePath`. The request that completes a file creates the recording.
 * `findUploader` finds the session of a person who uploads a file without a key.
 */
export const createTusHandler = (
  services: RestServices & { resumable: ResumableUploads },
  basePath: string,
  findUploader: FindSession,
): Middleware => {
  const { uploads, randomBytes } = services;
  const { files, calls, ends } = services.resumable;
  const callByRequest = new WeakMap<object, Call>();
  const finishFor = async ({ state }: Call, upload: UploadRef): Promise<string> => {
    const { credential, requestId } = state;
    const request = { credential, requestId, state };
    return calls.load(await ends.finish(upload, request), request);
  };
  const senders: UploadSenders = new WeakMap();
  const tus = new Server({
    path: basePath,
    datastore: new TusStore(files, ends, senders),
    locker: new MemoryLocker(),
    maxSize: files.maxBytes,
    namingFunction: (req) => {
      const { organizationId } = callByRequest.get(req)!;
      return formatUploadKey({ organizationId, id: randomBytes(16).toString("hex") });
    },
    generateUrl: (_req, { id }) => `${basePath}/${parseUploadKey(id).id}`,
    getFileIdFromRequest: (req, id = "") =>
      formatUploadKey({ organizationId: callByRequest.get(req)!.organizationId, id }),
    onUploadCreate: async (req, upload) => {
      const { metadata = {} } = upload;
      validateEncoding(req.headers.get("upload-metadata"));
      const { state, organizationId } = callByRequest.get(req)!;
      const { userId } = state.credential;
      if (userId !== undefined) senders.set(upload, userId);
      await calls.check(readFields(metadata), { credential: state.credential, state });
      const redactor = await loadRedactor(services, organizationId);
      if (!redactor) return { metadata };
      const redact = async (fields: typeof metadata): Promise<typeof metadata> =>
        redactor.redactFields(fields, [...calls.listFields()]);
      return { metadata: await redactOrRefuse(metadata, redact) };
    },
    onUploadFinish: async (req, { id }) => ({
      status_code: 200,
      body: await finishFor(callByRequest.get(req)!, parseUploadKey(id)),
    }),
    onResponseError: (req, error) => {
      if (error instanceof Error) callByRequest.get(req)!.failure = error;
      return undefined;
    },
  });

  const answer = async (ctx: Context, call: Call, id: string | undefined): Promise<void> => {
    if (ctx.method !== "OPTIONS" && ctx.get(VERSION_HEADER) !== TUS_VERSION) {
      call.state.headers["tus-version"] = TUS_VERSION;
      ctx.status = 412;
      ctx.body = {
        message: `must be ${TUS_VERSION}`,
        code: "INVALID_FIELD",
        field: VERSION_HEADER,
      };
      return;
    }
    if (ctx.method === "PATCH" && ctx.get("content-type") !== PART_TYPE)
      throw new Failure("UNSUPPORTED_MEDIA_TYPE", `must be ${PART_TYPE}`, "content-type");
    if (Number(ctx.get("upload-length")) > files.maxBytes)
      throw new Failure("PAYLOAD_TOO_LARGE", `may have at most ${files.maxBytes} bytes`, "file");
    const request = toWebRequest(ctx);
    callByRequest.set(request, call);
    const response = await tus.handleWeb(request);
    const { headers } = call.state;
    for (const [name, value] of response.headers)
      if (ANSWER_HEADER.test(name)) headers[name] = value;
    const { failure } = call;
    if (failure !== undefined && !("status_code" in (failure as object))) throw failure;
    // Without a body, Koa would send the name of the status.
    ctx.body = null;
    ctx.status = response.status;
    const text = await response.text();
    if (response.status >= 400) throw toFailure(response.status, text);
    if (text !== "") ctx.body = JSON.parse(text);
    if (ctx.method !== "HEAD") return;
    const { "upload-offset": offset, "upload-length": length } = headers;
    // A crash may have come between the last byte and the recording.
    if (offset === length && id !== undefined)
      await finishFor(call, { organizationId: call.organizationId, id });
  };

  const addExpiry = async (call: Call, id: string | undefined): Promise<void> => {
    const { headers } = call.state;
    const uploadId = id ?? headers["location"]?.split("/").at(-1);
    if (uploadId === undefined) return;
    const { organizationId } = call;
    const state = await files.states.find({ organizationId, id: uploadId });
    if (state && state.recordingId === undefined)
      headers["upload-expires"] = files.expiryOf(state).toUTCString();
  };

  /** A key finishes no upload of a person, whose rights are fewer. @throws NOT_FOUND for another sender's upload */
  const requireOwner = async (credential: Credential, id: string): Promise<void> => {
    const upload = { organizationId: credential.organizationId!, id };
    const state = await files.states.find(upload);
    if (state && state.userId !== credential.userId) throw notFound();
  };

  return async (ctx) => {
    const state = ctx.state as RequestState;
    const [matched, id] = PATH.exec(ctx.path) ?? [];
    state.route = id === undefined ? basePath : `${basePath}/:id`;
    const credential = await authenticateWithSession(services, ctx, "ingest", findUploader);
    if (!credential) return;
    if (matched === undefined) throw notFound();
    const methods = id === undefined ? ["POST"] : METHODS;
    if (ctx.method !== "OPTIONS" && !methods.includes(ctx.method))
      return answerUnsupportedMethod(ctx, methods);
    if (id !== undefined && !UPLOAD_ID.test(id)) throw notFound();
    if (credential.scope && credential.userId === undefined)
      throw new Failure(
        "FORBIDDEN",
        "A key of some teams uploads in one request; see docs/uploads.md",
      );
    if (!uploads) throw new Failure("UNAVAILABLE", "This server accepts no uploads");
    const call: Call = { organizationId: credential.organizationId!, state };
    if (id !== undefined) await requireOwner(credential, id);
    const hasBody = ctx.method === "PATCH" || ctx.get("content-type") === PART_TYPE;
    const releaseSlot = hasBody ? uploads.acquireSlot(ctx, call.organizationId) : undefined;
    try {
      await answer(ctx, call, id);
    } finally {
      releaseSlot?.();
    }
    await addExpiry(call, id);
  };
};
