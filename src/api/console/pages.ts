import { createHash } from "node:crypto";
import { brotliCompressSync, gzipSync } from "node:zlib";
import type { Context, Middleware } from "koa";
import { Failure } from "../../../graph/core/errors.js";
import { isNotModified } from "../../../rest/is-not-modified.js";
import { answerUnsupportedMethod } from "../../../rest/unsupported-method.js";
import { encodings, type EncodedFile, readConsoleFiles } from "./console-files.js";
import { findPage, NOT_FOUND_FILE } from "./paths.js";
import { resolveContentSecurityPolicy } from "./content-security-policy.js";

const METHODS = ["GET", "HEAD"];
const HTML = "text/html; charset=utf-8";
/** The paths of programs, which get every error as JSON. */
const API_PATH = /^\/(?:v1|graphql|mcp|export|metrics|livez|readyz)(?:\/|$)/;

const HEADERS = {
  "referrer-policy": "no-referrer",
  "cross-origin-opener-policy": "same-origin",
};

interface PageServices {
  publicUrl: string;
  /** Absent: the server sends no mail. */
  mailer?: object | undefined;
  /** Absent: users sign in with passwords only. */
  openId?: { settings: { name: string }; canEndSession: () => boolean } | undefined;
}

const NO_PROVIDER = '<meta name="sign-in-provider" content="" />';
const NO_MAIL = '<meta name="sends-mail" content="no" />';

const escapeAttribute = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");

const formatProvider = ({ settings, canEndSession }: NonNullable<PageServices["openId"]>): string =>
  `<meta name="sign-in-provider" content="${escapeAttribute(settings.name)}"${canEndSession() ? " data-ends-sessions" : ""} />`;

/**
 * Writes the base path into the page, so that its URLs are relative and a proxy may add a path prefix. Also writes
 * whether the server sends mail, and the provider's name and whether it ends its own sessions.
 */
const renderPage = (
  { publicUrl, mailer, openId }: PageServices,
  template: Buffer,
): { encoded: EncodedFile; etag: string } => {
  const base = new URL(publicUrl).pathname.replace(/\/*$/, "/").replaceAll("&", "&amp;");
  const html = template
    .toString("utf8")
    .replace('<base href="/" />', () => `<base href="${base}" />`)
    .replace(NO_PROVIDER, () => (openId ? formatProvider(openId) : NO_PROVIDER))
    .replace(NO_MAIL, mailer ? NO_MAIL.replace('"no"', '"yes"') : NO_MAIL);
  const identity = Buffer.from(html);
  return {
    encoded: { identity, gzip: gzipSync(identity), br: brotliCompressSync(identity) },
    etag: `W/"${createHash("sha256").update(html).digest("base64url").slice(0, 22)}"`,
  };
};

const sendFile = (ctx: Context, type: string, encoded: EncodedFile): void => {
  const encoding = encodings.find((name) => ctx.acceptsEncodings(name)) ?? "identity";
  ctx.vary("accept-encoding");
  ctx.type = type;
  if (encoding !== "identity") ctx.set("content-encoding", encoding);
  ctx.body = encoded[encoding];
};

const setHeaders = (ctx: Context, name: string): void =>
  ctx.set({ ...HEADERS, "content-security-policy": resolveContentSecurityPolicy(name) });

/** Returns whether a browser shows the answer to its user. Programs accept anything, or JSON. */
const wantsPage = (ctx: Context): boolean =>
  METHODS.includes(ctx.method) &&
  !API_PATH.test(ctx.path) &&
  ctx.accepts("json", "html") === "html";

/**
 * Serves the console: its files, its page at every screen's path, the pages /docs and /graphiql, and the guides below
 * /docs. Passes other requests on, except a browser's for an unknown page. Reads `services.publicUrl` with each request: it is set once the port is known.
 */
export const createConsolePages = (
  services: PageServices,
  read: () => Map<string, EncodedFile> = readConsoleFiles,
): Middleware => {
  // Read at the first request: the program starts faster, and may never need these files.
  let files: Map<string, EncodedFile> | undefined;
  const pages = new Map<string, ReturnType<typeof renderPage> & { key: string }>();

  const loadPage = (name: string, template: Buffer): ReturnType<typeof renderPage> => {
    // The URL is known once the server listens, the provider's metadata once a user signs in.
    const key = `${services.publicUrl} ${services.openId?.canEndSession()}`;
    let page = pages.get(name);
    if (page?.key !== key) {
      page = { ...renderPage(services, template), key };
      pages.set(name, page);
    }
    return page;
  };

  const sendPage = (ctx: Context, name: string, template: Buffer): void => {
    const page = loadPage(name, template);
    ctx.set("cache-control", "no-cache");
    ctx.set("etag", page.etag);
    ctx.status = 200;
    if (isNotModified(ctx.get("if-none-match"), page.etag)) ctx.status = 304;
    else sendFile(ctx, HTML, page.encoded);
  };

  const sendNotFound = (ctx: Context, template: Buffer): void => {
    setHeaders(ctx, NOT_FOUND_FILE);
    ctx.set("cache-control", "no-cache");
    ctx.vary("accept");
    ctx.status = 404;
    sendFile(ctx, HTML, loadPage(NOT_FOUND_FILE, template).encoded);
  };

  return async (ctx, next) => {
    const page = findPage(ctx.path);
    const name = page?.file ?? ctx.path.slice(1);
    files ??= read();
    // A page has no path with its file's name.
    const encoded = page || !name.endsWith(".html") ? files.get(name) : undefined;
    if (!encoded && (!page || page.isOptional)) {
      const notFound = wantsPage(ctx) ? files.get(NOT_FOUND_FILE) : undefined;
      return notFound ? sendNotFound(ctx, notFound.identity) : next();
    }
    ctx.state["route"] = page?.route ?? "console";
    setHeaders(ctx, name);
    if (!METHODS.includes(ctx.method)) return answerUnsupportedMethod(ctx, METHODS);
    if (!encoded) throw new Failure("NOT_FOUND", "The console is not built; run: npm run build");
    if (page) return sendPage(ctx, name, encoded.identity);
    ctx.set("cache-control", "public, max-age=31536000, immutable");
    sendFile(ctx, name.slice(name.lastIndexOf(".")), encoded);
  };
};
