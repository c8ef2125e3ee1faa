import { createHash } from "node:crypto";
import { brotliCompressSync, gzipSync } from "node:zlib";
import type { Context, Middleware } from "koa";
import { Failure } from "../../graph/errors.js";
import { isKnown } from "../../rest/handler.js";
import { answerMethods } from "../../rest/methods.js";
import { encodings, type Forms, readFiles } from "./files.js";
import { pageAt, pageNames } from "./paths.js";
import { policyOf } from "./policy.js";

const METHODS = ["GET", "HEAD"];

const HEADERS = {
  "referrer-policy": "no-referrer",
  "cross-origin-opener-policy": "same-origin",
};

/** The page knows where it is, so that all of its URLs are relative: a proxy may serve it below a path. */
const pageFor = (publicUrl: string, template: Buffer): { forms: Forms; etag: string } => {
  const base = new URL(publicUrl).pathname.replace(/\/*$/, "/").replaceAll("&", "&amp;");
  const html = template
    .toString("utf8")
    .replace('<base href="/" />', () => `<base href="${base}" />`);
  const identity = Buffer.from(html);
  return {
    forms: { identity, gzip: gzipSync(identity), br: brotliCompressSync(identity) },
    etag: `W/"${createHash("sha256").update(html).digest("base64url").slice(0, 22)}"`,
  };
};

const send = (ctx: Context, type: string, forms: Forms): void => {
  const encoding = encodings.find((name) => ctx.acceptsEncodings(name)) ?? "identity";
  ctx.vary("accept-encoding");
  ctx.type = type;
  if (encoding !== "identity") ctx.set("content-encoding", encoding);
  ctx.body = forms[encoding];
};

/**
 * The console: its files, its one page at the path of every screen, and the pages beside it, /docs and
 * /graphiql. Anything else is for the next.
 * `services.publicUrl` is looked at with every request: it is known when the port is.
 */
export const consolePages = (
  services: { publicUrl: string },
  read: () => Map<string, Forms> = readFiles,
): Middleware => {
  // Read with the first request, all at once: a start waits for nothing that nobody may ask for.
  let files: Map<string, Forms> | undefined;
  const pages = new Map<string, ReturnType<typeof pageFor> & { publicUrl: string }>();

  const sendPage = (ctx: Context, name: string, template: Buffer): void => {
    const { publicUrl } = services;
    let page = pages.get(name);
    if (page?.publicUrl !== publicUrl) {
      page = { ...pageFor(publicUrl, template), publicUrl };
      pages.set(name, page);
    }
    ctx.set("cache-control", "no-cache");
    ctx.set("etag", page.etag);
    ctx.status = 200;
    if (isKnown(ctx.get("if-none-match"), page.etag)) ctx.status = 304;
    else send(ctx, "text/html; charset=utf-8", page.forms);
  };

  return async (ctx, next) => {
    const page = pageAt(ctx.path);
    const name = page?.file ?? ctx.path.slice(1);
    if (!page && (name.includes("/") || pageNames.includes(name))) return next();
    files ??= read();
    const forms = files.get(name);
    if (!forms && !page) return next();
    ctx.state["route"] = page?.route ?? "console";
    ctx.set({ ...HEADERS, "content-security-policy": policyOf(name) });
    if (!METHODS.includes(ctx.method)) return answerMethods(ctx, METHODS);
    if (!forms) throw new Failure("NOT_FOUND", "The console is not built; run: npm run build");
    if (page) return sendPage(ctx, name, forms.identity);
    ctx.set("cache-control", "public, max-age=31536000, immutable");
    send(ctx, name.slice(name.lastIndexOf(".")), forms);
  };
};
