import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { ExecutionContext } from "ava";
import type { Request } from "playwright-core";
import { createAdmin, PASSWORD } from "../helpers/sign-in/console-session.js";
import { queryFromPage } from "./helpers/query-from-page.js";
import { test } from "./helpers/browser.js";

const REFRESH = "mutation { refreshApiKey { apiKey } }";
const VIEWER = "{ viewer { organization { id } user { email } } }";

/** Starts a server for pages of another origin. Returns its port. */
const startOtherOrigin = async (t: ExecutionContext): Promise<number> => {
  const server = createServer((_, response) => {
    response.setHeader("content-type", "text/html").end("<!doctype html><title>Elsewhere</title>");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  t.teardown(() => server.close());
  return (server.address() as AddressInfo).port;
};

/** Builds the scripts with which a page may attack the console at `url`. Each resolves with its response. */
const buildAttacks = (url: string, query: string): string[] => {
  const body = JSON.stringify(JSON.stringify({ query }));
  const post = (type: string, mode: string, content = body): string =>
    `fetch("${url}/graphql", { method: "POST", mode: "${mode}", credentials: "include",
      headers: { "content-type": "${type}" }, body: ${content} }).then((answer) => answer.text())`;
  const form = (enctype: string, name: string, value: string): string =>
    `new Promise((resolve) => {
      const frame = document.createElement("iframe");
      frame.name = "frame" + Math.random();
      document.body.append(frame);
      const form = Object.assign(document.createElement("form"), { method: "post",
        action: "${url}/graphql", enctype: "${enctype}", target: frame.name });
      form.append(Object.assign(document.createElement("input"), ${JSON.stringify({ name, value })}));
      document.body.append(form);
      frame.onload = () => frame.src !== "about:blank" && setTimeout(resolve, 0);
      form.submit();
    })`;
  // As JSON: {"query":"mutation …","":"="}
  const [name, value] = [`{"query":${JSON.stringify(query)},"`, `":""}`];
  return [
    post("application/json", "cors"),
    post("text/plain", "cors"),
    post("text/plain", "no-cors"),
    post(
      "application/x-www-form-urlencoded",
      "no-cors",
      `"query=" + encodeURIComponent(${JSON.stringify(query)})`,
    ),
    form("text/plain", name, value),
    form("application/x-www-form-urlencoded", "query", query),
    form("multipart/form-data", "query", query),
    `navigator.sendBeacon("${url}/graphql", new Blob([${body}], { type: "text/plain" }))`,
    `fetch("${url}/graphql?query=" + encodeURIComponent(${JSON.stringify(query)}), { credentials: "include", mode: "no-cors" })`,
    `fetch("${url}/v1/recordings", { credentials: "include" }).then((answer) => answer.text())`,
  ];
};

for (const host of ["127.0.0.1", "localhost"])
  test(`a page of another origin on ${host} can't use an admin's cookie`, async (t) => {
    const { server, openAsAdmin, org } = t.context;
    const { page, open, allowMessage, allowOrigin } = await openAsAdmin();
    allowMessage(/^console: /);
    const origin = `http://${host}:${await startOtherOrigin(t)}`;
    allowOrigin(origin);
    await open("/recordings");
    const viewer = await queryFromPage(page, VIEWER);
    t.is(viewer.status, 200);
    // Attackers also gain if an admin unknowingly works in the attacker's organization.
    const other = await createAdmin(server, await server.createTenant());
    const signIn = `mutation { signIn(email: "${other}", password: "${PASSWORD}") { role } }`;
    const requests: Request[] = [];
    await page.goto(origin);
    page.on("request", (request) => void requests.push(request));
    for (const attack of [REFRESH, signIn].flatMap((query) => buildAttacks(server.url, query))) {
      const response = await page.evaluate(`${attack}.catch?.(() => "") ?? ""`);
      t.notRegex(String(response), /apiKey|recordings|nodes/, attack);
    }
    const cookies = await Promise.all(requests.map((request) => request.headerValue("cookie")));
    // On the same site, the browser sends the cookie and only the server refuses it.
    t.is(
      cookies.some((cookie) => cookie?.includes("__Host-debrief")),
      host === "127.0.0.1",
    );
    await open("/recordings");
    t.deepEqual(await queryFromPage(page, VIEWER), viewer);
    t.is((await org.get("/v1/users")).status, 200);
  });

test("a page of another origin can neither frame the console nor keep its handle", async (t) => {
  const { server, openAsAdmin } = t.context;
  const { page, allowMessage, allowOrigin } = await openAsAdmin();
  allowMessage(/^console: /);
  const origin = `http://127.0.0.1:${await startOtherOrigin(t)}`;
  allowOrigin(origin);
  await page.goto(origin);
  await page.evaluate(`new Promise((resolve) => {
    const frame = Object.assign(document.createElement("iframe"), { src: "${server.url}/recordings" });
    frame.onload = frame.onerror = resolve;
    document.body.append(frame);
  })`);
  const framed = page.frames().find((frame) => frame !== page.mainFrame())!;
  t.false(framed.url().startsWith(server.url), framed.url());
  const [opened] = await Promise.all([
    page.waitForEvent("popup"),
    page.evaluate(`void (globalThis.opened = open("${server.url}/recordings"))`),
  ]);
  await opened.getByRole("heading", { level: 1 }).waitFor();
  t.true(await page.evaluate("opened.closed"));
  t.is(await opened.evaluate("opener"), null);
});
