import type { IncomingMessage } from "node:http";
import type { Context as KoaContext } from "koa";
import type { Attached } from "../graph/context.js";
import { Failure, missingField } from "../graph/errors.js";
import { brokenOff, FIELD_BYTES, readForm } from "./form.js";
import type { RestServices, State } from "./handler.js";
import { type Read, readQuery, readTexts } from "./read.js";
import type { CompiledRoute } from "./route.js";

/** How much may be uploaded. */
export interface Uploads {
  /** Bytes that a file may have. */
  most: number;
  /**
   * Begins one more, whose body may take as long as it keeps coming; returns how to end it.
   * @throws RATE_LIMITED, UNAVAILABLE where too many are under way
   */
  begin: (ctx: KoaContext, organizationId: string) => () => void;
}

const FORM = "multipart/form-data";
const FILE = /^(audio|video)\/[\w.+-]+$|^application\/octet-stream$/;
/** Of a form besides its fields and its file. */
const BOUNDARIES_BYTES = 64 * 1024;

/** @throws UNSUPPORTED_MEDIA_TYPE, PAYLOAD_TOO_LARGE before anything is read */
const isForm = (ctx: KoaContext, most: number): boolean => {
  const type = ctx.request.type.toLowerCase();
  const encoding = ctx.get("content-encoding").toLowerCase();
  if ((type !== FORM && !FILE.test(type)) || (encoding !== "" && encoding !== "identity"))
    throw new Failure(
      "UNSUPPORTED_MEDIA_TYPE",
      `The body must be ${FORM}, audio/*, video/* or application/octet-stream`,
    );
  const around = type === FORM ? FIELD_BYTES + BOUNDARIES_BYTES : 0;
  if (Number(ctx.get("content-length")) > most + around)
    throw new Failure("PAYLOAD_TOO_LARGE", `may have ${most} bytes`, "file");
  return type === FORM;
};

/** The body as it comes. The request stays whole where nobody reads on, to be answered. */
async function* bodyOf(req: IncomingMessage): AsyncGenerator<Uint8Array> {
  try {
    yield* req.iterator({ destroyOnReturn: false }) as AsyncIterable<Uint8Array>;
  } catch {
    throw brokenOff();
  }
}

const readFields = async (
  route: CompiledRoute,
  req: IncomingMessage,
  keep: (file: AsyncIterable<Uint8Array>) => Promise<void>,
): Promise<Read> => {
  const { texts, undecodable } = await readForm(req, keep);
  return readTexts(route, texts, undecodable, "must be UTF-8");
};

/**
 * Keeps the file of a request, whose parameters are the fields of a form or in the query, and then
 * performs what it is for: the file is on the disk before any row is written, and gone again where the
 * operation has not made it some recording's. What can be is checked before the file is read.
 */
export const takeUpload = async <T>(
  services: RestServices,
  route: CompiledRoute,
  ctx: KoaContext & { state: State },
  {
    check,
    perform,
  }: {
    check: (read: Read) => Promise<void>;
    perform: (read: Read, attached: Attached) => Promise<T>;
  },
): Promise<T> => {
  const { uploads, media } = services;
  const organizationId = ctx.state.credential.organizationId!;
  if (!uploads) throw new Failure("UNAVAILABLE", "No uploads are taken here");
  const isOfForm = isForm(ctx, uploads.most);
  const query = isOfForm ? undefined : readQuery(route, ctx.querystring);
  if (query) await check(query);
  const end = uploads.begin(ctx, organizationId);
  let attached: Attached | undefined;
  const keep = async (source: AsyncIterable<Uint8Array>): Promise<void> => {
    const kept = await media.write(organizationId, source, uploads.most);
    attached = { ...kept, taken: false };
  };
  try {
    if (query) await keep(bodyOf(ctx.req));
    const read = query ?? (await readFields(route, ctx.req, keep));
    await check(read);
    if (!attached) throw missingField("file");
    return await perform(read, attached);
  } finally {
    end();
    if (attached?.taken === false) await media.remove(organizationId, attached.file);
  }
};
