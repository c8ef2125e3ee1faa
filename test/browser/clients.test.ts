import { findAccessibilityProblems } from "./helpers/accessibility.js";
import { test } from "./helpers/browser.js";

const NEWEST = `{ clients(first: 1) { nodes { id name email crmEntityId } } }`;

test("the client filters match the exact e-mail or CRM ID only", async (t) => {
  const { demo, openAsAdmin } = t.context;
  const { page, open } = await openAsAdmin(demo);
  const { name, email, crmEntityId } = (await demo.graphql(NEWEST)).clients.nodes[0];
  await open("/clients");
  await page.getByText("25 rows so far").waitFor();
  await page.getByLabel("Exact e-mail").fill(email);
  await page.keyboard.press("Enter");
  await page.getByText("1 row", { exact: true }).waitFor();
  t.is(await page.getByRole("rowheader").textContent(), name);
  await page.getByLabel("Exact e-mail").fill(email.toUpperCase());
  await page.keyboard.press("Enter");
  await page.getByText("No clients match").waitFor();
  await page.getByLabel("Exact CRM ID").fill(crmEntityId);
  await page.keyboard.press("Enter");
  await page.waitForURL(`**/clients?crmEntityId=${crmEntityId}`);
  await page.getByText("1 row", { exact: true }).waitFor();
  t.is(await page.getByLabel("Exact e-mail").inputValue(), "");
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
  const { clients } = await org.graphql(NEWEST);
  const [{ id }] = clients.nodes;
  await org.graphql(
    `mutation ($id: ID!, $input: ClientPatch!) { updateClient(id: $id, input: $input) { id } }`,
    { id, input: { notes: "Prefers **mornings**", insights: { roof: "slate", storeys: 2 } } },
  );
  const { page, open } = await openAsAdmin();
  await open("/clients?email=ada%2Bx@example.com");
  await page.getByRole("link", { name: "Ada Byron" }).click();
  await page.getByRole("heading", { level: 1, name: "Ada Byron" }).waitFor();
  await page.getByRole("definition").getByText("slate").waitFor();
  await page.locator("strong", { hasText: "mornings" }).waitFor();
  const link = page.getByRole("link", { name: "A call with Ada" });
  await link.waitFor();
  t.true((await link.getAttribute("href"))!.endsWith(`/recordings/${recordingId}`));
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
