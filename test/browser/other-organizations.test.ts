import type { ScreenPath } from "../../src/console/paths.js";
import { askFrom } from "./helpers/ask.js";
import { test } from "./helpers/browser.js";
import { screenOf } from "./helpers/screens.js";

const QUERIES = `query ($recording: ID!, $client: ID!, $webhook: ID!, $event: String!) {
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

test("an address of another organization looks like one of what never was", async (t) => {
  const { admin, demo, server } = t.context;
  const { page, open } = await admin();
  const shown = async (path: string, id: string): Promise<string> => {
    await open(path);
    const text = (await page.locator("body").textContent())!;
    t.false(text.includes("Larkspur"), text);
    return `${await page.title()} ${text}`.replaceAll(id, "ID");
  };
  for (const path of PATHS) {
    const foreign = (await screenOf(demo, path)).path;
    const id = foreign.split("/").at(-1)!;
    const unknown = server.services.newId();
    t.is(await shown(foreign, id), await shown(foreign.replace(id, unknown), unknown), path);
  }
});

test("an admin's session reaches nothing of another organization by its ids", async (t) => {
  const { admin, demo } = t.context;
  const idOf = async (path: ScreenPath): Promise<string> =>
    decodeURIComponent((await screenOf(demo, path)).path.split("/").at(-1)!);
  const ids = {
    recording: await idOf("/recordings/:id"),
    client: await idOf("/clients/:id"),
    webhook: await idOf("/webhooks/:id"),
    event: await idOf("/appointments/:eventId"),
  };
  const ours = await admin(demo);
  await ours.open("/recordings");
  const all = (await askFrom(ours.page, QUERIES, ids)).data;
  for (const name of ["recording", "client", "webhook", "appointment"]) t.truthy(all[name], name);
  const { page, open } = await admin();
  await open("/recordings");
  t.deepEqual((await askFrom(page, QUERIES, ids)).data, {
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
    const { errors } = await askFrom(page, `mutation (${types.join()}) { ${mutation} }`, ids);
    t.is(errors?.[0]?.extensions.code, "NOT_FOUND", `${mutation} ${JSON.stringify(errors)}`);
  }
  t.deepEqual((await askFrom(ours.page, QUERIES, ids)).data, all);
});

test("a session is worth nothing once it has ended, or to another cookie, or to a script", async (t) => {
  const { admin, demo, org, server } = t.context;
  const { page, open, tolerate } = await admin(demo);
  tolerate(/status of 401/);
  await open("/recordings");
  t.is(await page.evaluate("document.cookie"), "");
  const [cookie] = await page.context().cookies();
  t.like(cookie, { name: "__Host-debrief", httpOnly: true, secure: true, sameSite: "Strict" });
  const status = async (header: string, path = "/graphql"): Promise<number> => {
    const { origin } = new URL(server.url);
    const headers = { cookie: header, origin, "content-type": "application/json" };
    const init = { method: "POST", headers, body: JSON.stringify({ query: VIEWER }) };
    return (await server.fetch(path, path === "/graphql" ? init : { headers })).status;
  };
  const { name, value } = cookie!;
  t.is(await status(`${name}=${value}`), 200);
  t.is(await status(`${name}=${value}`, "/v1/recordings"), 401);
  t.is(await status(`debrief=${value}`), 401);
  t.is(await status(`${name}=${value.slice(0, -1)}`), 401);
  t.is(await status(`${name}=${org.apiKey}`), 401);
  await page.getByRole("button", { name: "Sign out" }).click();
  await page.waitForURL(/\/sign-in/);
  t.is(await status(`${name}=${value}`), 401);
  t.deepEqual(await page.context().cookies(), []);
});
