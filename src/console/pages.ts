import { createHash } from "node:crypto";
import { brotliCompressSync, gzipSync } from "node:zlib";
import type { Context, Middleware } from "koa";
import { Failure } from "../../graph/errors.js";
import { isKnown } from "../../rest/handler.js";
import { answerMethods } from "../../rest/methods.js";
import { encodings, type Forms, readFiles } from "./files.js";
import { screenAt } from "./paths.js";

const PAGE = "index.html";
const METHODS = ["GET", "HEAD"];
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'self'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join("; ");

const HEADERS = {
  "content-security-policy": POLICY,
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
 * The console: its files, and its one page at the path of every screen. Anything else is for the next.
 * `services.publicUrl` is looked at with every request: it is known when the port is.
 */
export const consolePages = (
  services: { publicUrl: string },
  read: () => Map<string, Forms> = readFiles,
): Middleware => {
  // Read with the first request, all at once: a start waits for nothing that nobody may ask for.
  let files: Map<string, Forms> | undefined;
  let page: (ReturnType<typeof pageFor> & { publicUrl: string }) | undefined;

  const sendPage = (ctx: Context, template: Buffer): void => {
    const { publicUrl } = services;
    if (page?.publicUrl !== publicUrl) page = { ...pageFor(publicUrl, template), publicUrl };
    ctx.set("cache-control", "no-cache");
    ctx.set("etag", page.etag);
    ctx.status = 200;
    if (isKnown(ctx.get("if-none-match"), page.etag)) ctx.status = 304;
    else send(ctx, "text/html; charset=utf-8", page.forms);
  };

  return async (ctx, next) => {
    const screen = screenAt(ctx.path);
    const name = ctx.path.slice(1);
    if (!screen && (name.includes("/") || name === PAGE)) return next();
    files ??= read();
    const forms = files.get(screen ? PAGE : name);
    if (!forms && !screen) return next();
    ctx.state["route"] = screen ?? "console";
    ctx.set(HEADERS);
    if (!METHODS.includes(ctx.method)) return answerMethods(ctx, METHODS);
    if (!forms) throw new Failure("NOT_FOUND", "The console is not built; run: npm run build");
    if (screen) return sendPage(ctx, forms.identity);
    ctx.set("cache-control", "public, max-age=31536000, immutable");
    send(ctx, name.slice(name.lastIndexOf(".")), forms);
  };
};
