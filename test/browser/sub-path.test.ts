import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import type { ExecutionContext } from "ava";
import { createLog } from "../../src/base/log/log.js";
import { serveHttp } from "../../src/server.js";
import { createAdmin, PASSWORD } from "../helpers/sign-in/console-session.js";
import type { SharedServer } from "../helpers/server.js";
import { test } from "./helpers/browser.js";

const PATH = "/a/calls";

/** Starts a proxy that strips a path prefix. Returns the console's URL. */
const startProxy = async (t: ExecutionContext, { services }: SharedServer): Promise<string> => {
  const below = { ...services, publicUrl: "" };
  const log = createLog("info", { write: () => {} });
  const program = await serveHttp(below, log, {
    host: "127.0.0.1",
    port: 0,
    trustProxy: undefined,
  });
  const proxy = createServer((incoming, response) => {
    const { method, headers, url = "" } = incoming;
    if (!url.startsWith(`${PATH}/`)) return void response.writeHead(404).end();
    const to = { port: program.port, host: "127.0.0.1", path: url.slice(PATH.length) };
    const forwarded = request({ ...to, method, headers }, (upstream) => {
      response.writeHead(upstream.statusCode!, upstream.headers);
      upstream.on("error", () => response.destroy()).pipe(response);
    });
    // Browsers abort requests when they leave a page.
    forwarded.on("error", () => response.destroy());
    response.on("close", () => forwarded.destroy());
    incoming.pipe(forwarded);
  });
  await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
  t.teardown(async () => {
    proxy.closeAllConnections();
    proxy.close();
    await program.stop();
  });
  below.publicUrl = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}${PATH}`;
  return below.publicUrl;
};

test("the console works behind a proxy that strips a path prefix", async (t) => {
  const { server, org, openAsVisitor } = t.context;
  const url = await startProxy(t, server);
  const email = await createAdmin(server, org);
  const id = await org.createProcessed({ name: "The first visit" });
  const { page, allowMessage, allowOrigin } = await openAsVisitor();
  allowMessage(/status of 401/);
  allowOrigin(new URL(url).origin);
  await page.goto(`${url}/recordings/${id}`);
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Password").fill(PASSWORD);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("heading", { level: 1, name: "The first visit" }).waitFor();
  t.is(page.url(), `${url}/recordings/${id}`);
  await page.getByRole("link", { name: "Recordings", exact: true }).click();
  await page.getByRole("heading", { level: 1, name: "Recordings" }).waitFor();
  t.is(page.url(), `${url}/recordings`);
  await page.getByText("Same request with curl").click();
  await page.getByText(`curl '${url}/v1/recordings`).waitFor();
  await page.reload();
  await page.getByRole("rowheader").getByRole("link").click();
  await page.getByRole("heading", { level: 1, name: "The first visit" }).waitFor();
  await page.getByRole("button", { name: "Sign out" }).click();
  await page.waitForURL(`${url}/sign-in`);
});
