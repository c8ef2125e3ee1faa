import { readdirSync, readFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import type { ExecutionContext } from "ava";
import Koa from "koa";
import { classifyError } from "../../../graph/core/errors.js";
import { buildErrorBody } from "../../../rest/errors.js";
import { readConsoleFiles } from "../../../src/api/console/console-files.js";
import { createConsolePages } from "../../../src/api/console/pages.js";
import { screenPaths } from "../../../src/api/console/paths.js";
import { test } from "../../helpers/suite.js";

const fillPath = (path: string): string => path.replace(/:\w+/, "0198-a:b");
const fileNames = readdirSync("build/web").filter((name) => /\.(js|css|svg)$/.test(name));

/** Serves only the console, for the given public URL. */
const serveConsole = async (
  t: ExecutionContext,
  publicUrl: string,
  read = readConsoleFiles,
): Promise<(path: string, init?: RequestInit) => Promise<Response>> => {
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
  return (path, init) =>
    fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`, init);
};

test("every screen is the same page, revalidated on each request", async (t) => {
  const { fetch } = t.context.server;
  const first = await fetch("/");
  for (const path of screenPaths) {
    const { status, headers, text } = await fetch(fillPath(path));
    t.is(status, 200, path);
    t.is(headers.get("content-type"), "text/html; charset=utf-8");
    t.is(headers.get("cache-control"), "no-cache");
    t.is(text, first.text);
  }
});

test("a page with a matching ETag gets 304", async (t) => {
  const { fetch } = t.context.server;
  const etag = (await fetch("/recordings")).headers.get("etag")!;
  const { status, text } = await fetch("/recordings", { headers: { "if-none-match": etag } });
  t.deepEqual([status, text], [304, ""]);
});

test("console files are immutable", async (t) => {
  for (const name of fileNames) {
    const { status, headers, text } = await t.context.server.fetch(`/${name}`);
    t.is(status, 200);
    t.is(headers.get("cache-control"), "public, max-age=31536000, immutable");
    t.true(text === readFileSync(`build/web/${name}`, "utf8"), name);
  }
});

test("pages and files are compressed if the client accepts it", async (t) => {
  for (const path of ["/", `/${fileNames[0]}`])
    for (const [accepted, encoding] of [
      ["gzip, deflate, br", "br"],
      ["gzip", "gzip"],
      ["identity", null],
    ] as const) {
      const headers = { "accept-encoding": accepted };
      const answer = await t.context.server.fetch(path, { headers });
      t.is(answer.headers.get("content-encoding"), encoding);
      t.is(answer.headers.get("vary")?.toLowerCase(), "accept-encoding");
      // fetch decompresses, so equal text proves a correct encoding.
      const plain = await t.context.server.fetch(path, {
        headers: { "accept-encoding": "identity" },
      });
      t.true(answer.text === plain.text);
    }
});

test("the headers forbid loading other origins and framing", async (t) => {
  for (const path of ["/", `/${fileNames[0]}`]) {
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

test("/docs and /graphiql run only our scripts, with minimal policies", async (t) => {
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

test("the page has no inline script or style, and all its URLs are relative", async (t) => {
  const { text } = await t.context.server.fetch("/");
  t.notRegex(text, /<script(?![^>]*\ssrc=)|<style|\sstyle=|\son\w+=/);
  const urls = [...text.matchAll(/\s(?:src|href)="([^"]*)"/g)].map(([, url]) => url!);
  t.deepEqual(
    urls.toSorted().slice(1),
    urls
      .slice(1)
      .filter((url) => fileNames.includes(url))
      .toSorted(),
  );
});

test("a path that is neither screen nor file gets 404 in JSON", async (t) => {
  for (const path of [
    "/index.html",
    "/nothing.js",
    "/recordings/1/2",
    "/recordings/%E0%A4%A",
    "/appointments/%",
    "/Recordings",
    "/..%2fpackage.json",
    "/%2e%2e/package.json",
    `/${fileNames[0]}.br`,
    `/sub/${fileNames[0]}`,
  ]) {
    const { status, body } = await t.context.server.fetch(path);
    t.deepEqual([status, body.message], [404, "Not found"], path);
  }
});

const BROWSER_ACCEPT = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8";

test("a browser gets a page for an unknown address, with a link to the console", async (t) => {
  const { fetch } = t.context.server;
  const accept = { accept: BROWSER_ACCEPT };
  const style = fileNames.find((name) => /^plain-.*\.css$/.test(name))!;
  for (const path of ["/nothing", "/recordings/1/2", "/docs/", "/index.html", "/sub/dir/x"]) {
    const { status, headers, text } = await fetch(path, { headers: accept });
    t.deepEqual([status, headers.get("content-type")], [404, "text/html; charset=utf-8"], path);
    t.regex(headers.get("vary")!, /accept(,|$)/i);
    t.regex(headers.get("content-security-policy")!, /^default-src 'none'; script-src 'self'/);
    t.true(text.includes('<a href="./">open the console</a>'));
    t.true(text.includes(`<link rel="stylesheet" href="${style}" />`));
    t.notRegex(text, /<script|<style|\sstyle=/);
  }
  const head = await fetch("/nothing", { method: "HEAD", headers: accept });
  t.deepEqual([head.status, head.text], [404, ""]);
  const prefixed = await serveConsole(t, "https://example.com/calls");
  const page = await prefixed("/nothing", { headers: accept });
  t.true((await page.text()).includes('<base href="/calls/" />'));
});

test("API paths and other clients get JSON for an unknown address", async (t) => {
  const { fetch } = t.context.server;
  for (const path of ["/v1/nothing", "/v1", "/graphql/x", "/mcp/x", "/metrics/x", "/livez/x"]) {
    const { status, headers } = await fetch(path, { headers: { accept: BROWSER_ACCEPT } });
    t.is(headers.get("content-type")?.split(";")[0], "application/json", `${path} ${status}`);
  }
  for (const accept of [
    "*/*",
    "application/json",
    "application/json, text/html;q=0.5",
    "image/*",
  ]) {
    const { status, body } = await fetch("/nothing", { headers: { accept } });
    t.deepEqual([status, body.message], [404, "Not found"], accept);
  }
  const posted = await fetch("/nothing", { method: "POST", headers: { accept: BROWSER_ACCEPT } });
  t.deepEqual([posted.status, posted.body.message], [404, "Not found"]);
});

test("pages and files allow only GET, HEAD and OPTIONS", async (t) => {
  const { fetch } = t.context.server;
  for (const path of ["/", "/recordings", "/recordings/1", `/${fileNames[0]}`]) {
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

test("the page's base is the proxy path of PUBLIC_URL", async (t) => {
  for (const [publicUrl, base] of [
    ["https://calls.example.com", "/"],
    ["https://example.com/calls", "/calls/"],
    [`https://example.com/a&b/"><i>`, "/a&amp;b/%22%3E%3Ci%3E/"],
  ] as const) {
    const get = await serveConsole(t, publicUrl);
    t.true((await (await get("/")).text()).includes(`<base href="${base}" />`), publicUrl);
  }
});

test("without a built console, the page explains how to build it", async (t) => {
  const get = await serveConsole(t, "http://127.0.0.1:8480", () => new Map());
  const { message } = (await (await get("/")).json()) as { message: string };
  t.is(message, "The console is not built; run: npm run build");
});
