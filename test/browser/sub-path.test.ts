import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import type { ExecutionContext } from "ava";
import { createLog } from "../../src/log.js";
import { serve } from "../../src/server.js";
import { admin as adminOf, PASSWORD } from "../helpers/console.js";
import type { SharedServer } from "../helpers/server.js";
import { test } from "./helpers/browser.js";

const PATH = "/a/calls";

/** A proxy that serves the program below a path, which it takes away; returns where the console is. */
const behindProxy = async (t: ExecutionContext, { services }: SharedServer): Promise<string> => {
  const below = { ...services, publicUrl: "" };
  const log = createLog("info", { write: () => {} });
  const program = await serve(below, log, { host: "127.0.0.1", port: 0, trustProxy: undefined });
  const proxy = createServer((incoming, response) => {
    const { method, headers, url = "" } = incoming;
    if (!url.startsWith(`${PATH}/`)) return void response.writeHead(404).end();
    const to = { port: program.port, host: "127.0.0.1", path: url.slice(PATH.length) };
    const passed = request({ ...to, method, headers }, (answer) => {
      response.writeHead(answer.statusCode!, answer.headers);
      answer.on("error", () => response.destroy()).pipe(response);
    });
    // A browser that goes on to another page breaks off what it had asked for.
    passed.on("error", () => response.destroy());
    response.on("close", () => passed.destroy());
    incoming.pipe(passed);
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

test("below a path that a proxy takes away the console is all there", async (t) => {
  const { server, org, visitor } = t.context;
  const url = await behindProxy(t, server);
  const email = await adminOf(server, org);
  const id = await org.processed({ name: "The first visit" });
  const { page, tolerate, allow } = await visitor();
  tolerate(/status of 401/);
  allow(new URL(url).origin);
  await page.goto(`${url}/recordings/${id}`);
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Password").fill(PASSWORD);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("heading", { level: 1, name: "The first visit" }).waitFor();
  t.is(page.url(), `${url}/recordings/${id}`);
  await page.getByRole("link", { name: "Recordings", exact: true }).click();
  await page.getByRole("heading", { level: 1, name: "Recordings" }).waitFor();
  t.is(page.url(), `${url}/recordings`);
  await page.getByText("Same by curl").click();
  await page.getByText(`curl '${url}/v1/recordings`).waitFor();
  await page.reload();
  await page.getByRole("rowheader").getByRole("link").click();
  await page.getByRole("heading", { level: 1, name: "The first visit" }).waitFor();
  await page.getByRole("button", { name: "Sign out" }).click();
  await page.waitForURL(`${url}/sign-in`);
});
