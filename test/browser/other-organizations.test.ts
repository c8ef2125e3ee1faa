import type { ScreenPath } from "../../src/api/console/paths.js";
import { queryFromPage } from "./helpers/query-from-page.js";
import { test } from "./helpers/browser.js";
import { resolveScreen } from "./helpers/screens.js";

const READ_ALL = `query ($recording: ID!, $client: ID!, $webhook: ID!, $event: String!) {
  recording(id: $recording) { id }
  client(id: $client) { id }
  webhook(id: $webhook) { id }
  appointment(eventId: $event) { id }
  recordings { nodes { id } }
  clients { nodes { id } }
  deliveries(filter: { webhookId: $webhook }) { nodes { id } }
  coverage(from: "2026-01-01", to: "2026-12-31") { due }
}`;
const MUTATIONS = [
  `deleteWebhook(id: $webhook)`,
  `rotateWebhookSecret(id: $webhook) { signingSecret }`,
  `unlinkAppointment(recordingId: $recording) { id }`,
  `linkAppointment(recordingId: $recording, eventId: $event) { id }`,
  `deleteRecording(id: $recording)`,
];
const VIEWER = `{ viewer { organization { name } user { email } } }`;
const PATHS = [
  "/recordings/:id",
  "/clients/:id",
  "/appointments/:eventId",
  "/webhooks/:id",
] as const;

test("another organization's page looks like a page that doesn't exist", async (t) => {
  const { openAsAdmin, demo, server } = t.context;
  const { page, open } = await openAsAdmin();
  const readPage = async (path: string, id: string): Promise<string> => {
    await open(path);
    const text = (await page.locator("body").textContent())!;
    t.false(text.includes("Larkspur"), text);
    return `${await page.title()} ${text}`.replaceAll(id, "ID");
  };
  for (const path of PATHS) {
    const foreign = (await resolveScreen(demo, path)).path;
    const id = foreign.split("/").at(-1)!;
    const unknown = server.services.newId();
    t.is(await readPage(foreign, id), await readPage(foreign.replace(id, unknown), unknown), path);
  }
});

test("an admin can't reach another organization's objects by their IDs", async (t) => {
  const { openAsAdmin, demo } = t.context;
  const loadId = async (path: ScreenPath): Promise<string> =>
    decodeURIComponent((await resolveScreen(demo, path)).path.split("/").at(-1)!);
  const ids = {
    recording: await loadId("/recordings/:id"),
    client: await loadId("/clients/:id"),
    webhook: await loadId("/webhooks/:id"),
    event: await loadId("/appointments/:eventId"),
  };
  const demoConsole = await openAsAdmin(demo);
  await demoConsole.open("/recordings");
  const expected = (await queryFromPage(demoConsole.page, READ_ALL, ids)).data;
  for (const name of ["recording", "client", "webhook", "appointment"])
    t.truthy(expected[name], name);
  const { page, open } = await openAsAdmin();
  await open("/recordings");
  t.deepEqual((await queryFromPage(page, READ_ALL, ids)).data, {
    recording: null,
    client: null,
    webhook: null,
    appointment: null,
    recordings: { nodes: [] },
    clients: { nodes: [] },
    deliveries: { nodes: [] },
    coverage: { due: 0 },
  });
  for (const mutation of MUTATIONS) {
    const names = Object.keys(ids).filter((name) => mutation.includes(`$${name}`));
    const types = names.map((name) => `$${name}: ${name === "event" ? "String" : "ID"}!`);
    const { errors } = await queryFromPage(page, `mutation (${types.join()}) { ${mutation} }`, ids);
    t.is(errors?.[0]?.extensions.code, "NOT_FOUND", `${mutation} ${JSON.stringify(errors)}`);
  }
  t.deepEqual((await queryFromPage(demoConsole.page, READ_ALL, ids)).data, expected);
});

test("a session works only as its own HttpOnly cookie, until sign-out", async (t) => {
  const { openAsAdmin, demo, org, server } = t.context;
  const { page, open, allowMessage } = await openAsAdmin(demo);
  allowMessage(/status of 401/);
  await open("/recordings");
  t.is(await page.evaluate("document.cookie"), "");
  const [cookie] = await page.context().cookies();
  t.like(cookie, { name: "__Host-debrief", httpOnly: true, secure: true, sameSite: "Strict" });
  const fetchStatus = async (header: string, path = "/graphql"): Promise<number> => {
    const { origin } = new URL(server.url);
    const headers = { cookie: header, origin, "content-type": "application/json" };
    const init = { method: "POST", headers, body: JSON.stringify({ query: VIEWER }) };
    return (await server.fetch(path, path === "/graphql" ? init : { headers })).status;
  };
  const { name, value } = cookie!;
  t.is(await fetchStatus(`${name}=${value}`), 200);
  t.is(await fetchStatus(`${name}=${value}`, "/v1/recordings"), 401);
  t.is(await fetchStatus(`debrief=${value}`), 401);
  t.is(await fetchStatus(`${name}=${value.slice(0, -1)}`), 401);
  t.is(await fetchStatus(`${name}=${org.apiKey}`), 401);
  await page.getByRole("button", { name: "Sign out" }).click();
  await page.waitForURL(/\/sign-in/);
  t.is(await fetchStatus(`${name}=${value}`), 401);
  t.deepEqual(await page.context().cookies(), []);
});
