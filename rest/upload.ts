import type { IncomingMessage } from "node:http";
import type { UploadedFile } from "../graph/core/ports.js";
import { Failure, missingField } from "../graph/core/errors.js";
import { incompleteBody, MAX_FIELD_BYTES, readMultipart } from "./multipart.js";
import type { RestContext } from "./rest-context.js";
import type { RestServices } from "./rest-services.js";
import { type ParsedVariables, readQuery, readTexts } from "./request-variables.js";
import type { CompiledRoute } from "./route.js";
import { validateParameterNames } from "./unknown-parameters.js";

const FORM_TYPE = "multipart/form-data";
const FILE_TYPE = /^(audio|video)\/[\w.+-]+$|^application\/octet-stream$/;
/** Room for boundaries and headers, besides the fields and the file. */
const MAX_FORM_OVERHEAD_BYTES = 64 * 1024;

/**
 * Returns whether the body is a form; otherwise it is just the file. @throws UNSUPPORTED_MEDIA_TYPE, PAYLOAD_TOO_LARGE
 * before reading
 */
const isFormUpload = (ctx: RestContext, maxBytes: number): boolean => {
  const type = ctx.request.type.toLowerCase();
  const encoding = ctx.get("content-encoding").toLowerCase();
  if ((type !== FORM_TYPE && !FILE_TYPE.test(type)) || (encoding !== "" && encoding !== "identity"))
    throw new Failure(
      "UNSUPPORTED_MEDIA_TYPE",
      `The body must be ${FORM_TYPE}, audio/*, video/* or application/octet-stream`,
    );
  const formBytes = type === FORM_TYPE ? MAX_FIELD_BYTES + MAX_FORM_OVERHEAD_BYTES : 0;
  if (Number(ctx.get("content-length")) > maxBytes + formBytes)
    throw new Failure("PAYLOAD_TOO_LARGE", `may have at most ${maxBytes} bytes`, "file");
  return type === FORM_TYPE;
};

/** Streams the body. Ending the read early doesn't destroy the request, which still needs a response. */
async function* streamBody(req: IncomingMessage): AsyncGenerator<Uint8Array> {
  try {
    yield* req.iterator({ destroyOnReturn: false }) as AsyncIterable<Uint8Array>;
  } catch {
    throw incompleteBody();
  }
}

const readFormFields = async (
  route: CompiledRoute,
  req: IncomingMessage,
  onFile: (file: AsyncIterable<Uint8Array>, filename: string) => Promise<void>,
): Promise<ParsedVariables> => {
  const { texts, undecodable } = await readMultipart(req, onFile);
  return readTexts(route, texts, undecodable, "must be UTF-8");
};

/**
 * Stores the uploaded file, then runs the operation. The file is on disk before any row is written,
 * and deleted again unless the operation attaches it to a recording. The parameters are form fields or
 * in the query; those in the query are checked before the file is read.
 */
export const receiveUpload = async <T>(
  services: RestServices,
  route: CompiledRoute,
  ctx: RestContext,
  {
    check,
    run,
  }: {
    check: (parsed: ParsedVariables) => Promise<void>;
    run: (parsed: ParsedVariables, upload: UploadedFile) => Promise<T>;
  },
): Promise<T> => {
  const { uploads, media } = services;
  const organizationId = ctx.state.credential.organizationId!;
  if (!uploads) throw new Failure("UNAVAILABLE", "This server doesn't accept uploads");
  const isForm = isFormUpload(ctx, uploads.maxBytes);
  if (isForm) validateParameterNames(ctx.querystring, route.queryNames);
  const query = isForm ? undefined : readQuery(route, ctx.querystring);
  if (query) await check(query);
  const releaseSlot = uploads.acquireSlot(ctx, organizationId);
  let upload: UploadedFile | undefined;
  let isKept = false;
  const keep = (): void => {
    isKept = true;
  };
  const storeFile = async (source: AsyncIterable<Uint8Array>, hint: string): Promise<void> => {
    const file = await media.write(organizationId, source, uploads.maxBytes, { hints: [hint] });
    upload = { ...file, keep };
  };
  try {
    if (query) await storeFile(streamBody(ctx.req), ctx.request.type);
    const parsed = query ?? (await readFormFields(route, ctx.req, storeFile));
    await check(parsed);
    if (!upload) throw missingField("file");
    return await run(parsed, upload);
  } finally {
    releaseSlot();
    if (upload && !isKept) await media.remove(organizationId, upload.file);
  }
};
