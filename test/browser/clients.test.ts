import { findAccessibilityProblems } from "./helpers/accessibility.js";
import { test } from "./helpers/browser.js";

test("clients are found by a part of their name, and the address keeps the search", async (t) => {
  const { demo, openAsAdmin } = t.context;
  const { page, open } = await openAsAdmin(demo);
  const { clients } = await demo.graphql("{ clients(first: 1) { nodes { name email } } }");
  const [{ name, email }] = clients.nodes;
  await open("/clients");
  await page.getByText("25 rows so far").waitFor();
  await page.keyboard.press("/");
  await page.keyboard.type(name.toUpperCase());
  await page.keyboard.press("Enter");
  await page.waitForURL(/search=/);
  await page.getByRole("rowheader", { name }).first().waitFor();
  await page.reload();
  await page.getByRole("rowheader", { name }).first().waitFor();
  await page.getByRole("searchbox", { name: "Search" }).fill(email);
  await page.keyboard.press("Enter");
  await page.getByText("1 row", { exact: true }).waitFor();
  t.deepEqual(await findAccessibilityProblems(page), []);
  await page.getByRole("searchbox", { name: "Search" }).fill("no such client");
  await page.keyboard.press("Enter");
  await page.getByText("No clients match").waitFor();
});

test("a client shows its insights, notes and recordings", async (t) => {
  const { org, openAsAdmin } = t.context;
  const customer = { id: "crm-7", name: "Ada Byron", email: "ada+x@example.com" };
  await org.send("POST", "/v1/scheduled-tasks", {
    event_id: "event-7",
    user_email: "rep@example.com",
    start_time: "2026-03-02T10:00:00Z",
    customer,
  });
  const recordingId = await org.createProcessed({ event_id: "event-7", name: "A call with Ada" });
  const { clients } = await org.graphql("{ clients(first: 1) { nodes { id } } }");
  const [{ id }] = clients.nodes;
  await org.graphql(
    `mutation ($id: ID!, $input: ClientPatch!) { updateClient(id: $id, input: $input) { id } }`,
    { id, input: { notes: "Prefers **mornings**", insights: { roof: "slate", storeys: 2 } } },
  );
  const { page, open } = await openAsAdmin();
  await open("/clients?search=byron");
  await page.getByRole("link", { name: "Ada Byron" }).click();
  await page.getByRole("heading", { level: 1, name: "Ada Byron" }).waitFor();
  await page.getByRole("definition").getByText("slate").waitFor();
  await page.locator("strong", { hasText: "mornings" }).waitFor();
  const link = page.getByRole("link", { name: "A call with Ada" });
  await link.waitFor();
  t.true((await link.getAttribute("href"))!.endsWith(`/recordings/${recordingId}`));
  await org.send("POST", "/v1/scheduled-tasks", {
    event_id: "event-8",
    user_email: "rep@example.com",
    start_time: "2026-04-02T10:00:00Z",
    title: "Second visit",
    customer,
  });
  await page.reload();
  const entries = page.getByRole("listitem").filter({ has: page.getByRole("time") });
  await page.getByRole("link", { name: "Second visit" }).waitFor();
  t.regex(
    (await entries.allTextContents()).join(" | "),
    /Second visit.*no recording.*A call with Ada/,
  );
  t.deepEqual(await findAccessibilityProblems(page), []);
});

test("an empty client list explains what creates a client", async (t) => {
  const { page, open } = await t.context.openAsAdmin();
  await open("/clients");
  await page.getByText("No clients yet").waitFor();
  t.deepEqual(await findAccessibilityProblems(page), []);
  await open("/clients/nobody");
  await page.getByText("Client not found").waitFor();
});
