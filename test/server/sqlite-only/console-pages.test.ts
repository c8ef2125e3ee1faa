import { readdirSync, readFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import type { ExecutionContext } from "ava";
import Koa from "koa";
import { classifyError } from "../../../graph/core/errors.js";
import { buildErrorBody } from "../../../rest/errors.js";
import { readConsoleFiles } from "../../../src/console/console-files.js";
import { createConsolePages } from "../../../src/console/pages.js";
import { screenPaths } from "../../../src/console/paths.js";
import { test } from "../../helpers/suite.js";

const idIn = (path: string): string => path.replace(/:\w+/, "0198-a:b");
const names = readdirSync("build/web").filter((name) => /\.(js|css|svg)$/.test(name));

/** The answers of the console alone, as it is reached at a URL. */
const reachedAt = async (
  t: ExecutionContext,
  publicUrl: string,
  read = readConsoleFiles,
): Promise<(path: string) => Promise<Response>> => {
  const app = new Koa();
  app.use(async (ctx, next) => {
    await next().catch(
      (error: unknown) => (ctx.body = buildErrorBody(classifyError(error).failure)),
    );
  });
  app.use(createConsolePages({ publicUrl }, read));
  const server = app.listen(0, "127.0.0.1");
  t.teardown(() => server.close());
  await new Promise((resolve) => server.once("listening", resolve));
  return (path) => fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`);
};

test("every screen of the console is the same page, asked for again each time", async (t) => {
  const { fetch } = t.context.server;
  const first = await fetch("/");
  for (const path of screenPaths) {
    const { status, headers, text } = await fetch(idIn(path));
    t.is(status, 200, path);
    t.is(headers.get("content-type"), "text/html; charset=utf-8");
    t.is(headers.get("cache-control"), "no-cache");
    t.is(text, first.text);
  }
});

test("a page that the browser has already is not sent again", async (t) => {
  const { fetch } = t.context.server;
  const etag = (await fetch("/recordings")).headers.get("etag")!;
  const { status, text } = await fetch("/recordings", { headers: { "if-none-match": etag } });
  t.deepEqual([status, text], [304, ""]);
});

test("the files of the console never change under their names", async (t) => {
  for (const name of names) {
    const { status, headers, text } = await t.context.server.fetch(`/${name}`);
    t.is(status, 200);
    t.is(headers.get("cache-control"), "public, max-age=31536000, immutable");
    t.true(text === readFileSync(`build/web/${name}`, "utf8"), name);
  }
});

test("pages and files are sent compressed to whoever can read that", async (t) => {
  for (const path of ["/", `/${names[0]}`])
    for (const [accepted, encoding] of [
      ["gzip, deflate, br", "br"],
      ["gzip", "gzip"],
      ["identity", null],
    ] as const) {
      const headers = { "accept-encoding": accepted };
      const answer = await t.context.server.fetch(path, { headers });
      t.is(answer.headers.get("content-encoding"), encoding);
      t.is(answer.headers.get("vary")?.toLowerCase(), "accept-encoding");
      // fetch decompresses: the text is only right where the encoding is.
      const plain = await t.context.server.fetch(path, {
        headers: { "accept-encoding": "identity" },
      });
      t.true(answer.text === plain.text);
    }
});

test("the browser is told to load nothing from elsewhere, and to let nobody frame it", async (t) => {
  for (const path of ["/", `/${names[0]}`]) {
    const { headers } = await t.context.server.fetch(path);
    t.is(
      headers.get("content-security-policy"),
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; media-src 'self'; connect-src 'self'; base-uri 'self'; form-action 'self'; frame-ancestors 'none'",
    );
    t.is(headers.get("x-content-type-options"), "nosniff");
    t.is(headers.get("referrer-policy"), "no-referrer");
    t.is(headers.get("cross-origin-opener-policy"), "same-origin");
    t.is(headers.get("strict-transport-security"), "max-age=31536000");
  }
});

test("the pages beside the console load no script but ours, and need no more than they say", async (t) => {
  const { fetch } = t.context.server;
  const own = (await fetch("/")).headers.get("content-security-policy")!;
  const docs = await fetch("/docs");
  t.is(docs.headers.get("content-security-policy"), own);
  const graphiql = await fetch("/graphiql");
  t.is(
    graphiql.headers.get("content-security-policy"),
    own.replace("style-src 'self'", "style-src 'self' 'unsafe-inline'") +
      "; worker-src 'self'; font-src 'self' data:",
  );
  for (const { status, headers, text } of [docs, graphiql]) {
    t.is(status, 200);
    t.is(headers.get("cache-control"), "no-cache");
    t.is(headers.get("x-content-type-options"), "nosniff");
    t.notRegex(text, /<script(?![^>]*\ssrc=)|<style|\sstyle=|\son\w+=|(src|href)="(\/|https?:)/);
  }
  for (const path of ["/docs/", "/docs.html", "/graphiql/", "/graphiql.html"])
    t.is((await fetch(path)).status, 404, path);
});

test("the page has no script or style of its own, and every URL in it is relative", async (t) => {
  const { text } = await t.context.server.fetch("/");
  t.notRegex(text, /<script(?![^>]*\ssrc=)|<style|\sstyle=|\son\w+=/);
  const urls = [...text.matchAll(/\s(?:src|href)="([^"]*)"/g)].map(([, url]) => url!);
  t.deepEqual(
    urls.toSorted().slice(1),
    urls
      .slice(1)
      .filter((url) => names.includes(url))
      .toSorted(),
  );
});

test("what is neither screen nor file is not found, in JSON", async (t) => {
  for (const path of [
    "/index.html",
    "/nothing.js",
    "/recordings/1/2",
    "/recordings/%E0%A4%A",
    "/appointments/%",
    "/Recordings",
    "/..%2fpackage.json",
    "/%2e%2e/package.json",
    `/${names[0]}.br`,
    `/sub/${names[0]}`,
  ]) {
    const { status, body } = await t.context.server.fetch(path);
    t.deepEqual([status, body.message], [404, "Not found"], path);
  }
});

test("pages and files are read, not written to", async (t) => {
  const { fetch } = t.context.server;
  for (const path of ["/", "/recordings", "/recordings/1", `/${names[0]}`]) {
    for (const method of ["POST", "PUT", "PATCH", "DELETE", "OPTIONS"]) {
      const { status, headers, text } = await fetch(path, { method });
      t.is(headers.get("allow"), "GET, HEAD, OPTIONS", `${method} ${path}`);
      if (method === "OPTIONS") t.deepEqual([status, text], [204, ""]);
      else t.deepEqual([status, JSON.parse(text).code], [405, "METHOD_NOT_ALLOWED"]);
    }
    const { status, text } = await fetch(path, { method: "HEAD" });
    t.deepEqual([status, text], [200, ""]);
  }
  for (const path of ["/nothing", "/nothing.js", "/recordings/%"])
    for (const method of ["POST", "OPTIONS"]) {
      const { status, headers } = await fetch(path, { method });
      t.deepEqual([status, headers.get("allow")], [404, null], `${method} ${path}`);
    }
});

test("the page knows the path under which a proxy serves it", async (t) => {
  for (const [publicUrl, base] of [
    ["https://calls.example.com", "/"],
    ["https://example.com/calls", "/calls/"],
    [`https://example.com/a&b/"><i>`, "/a&amp;b/%22%3E%3Ci%3E/"],
  ] as const) {
    const get = await reachedAt(t, publicUrl);
    t.true((await (await get("/")).text()).includes(`<base href="${base}" />`), publicUrl);
  }
});

test("a program without the console says so where it would be", async (t) => {
  const get = await reachedAt(t, "http://127.0.0.1:8480", () => new Map());
  const { message } = (await (await get("/")).json()) as { message: string };
  t.is(message, "The console is not built; run: npm run build");
});
