import { accessibilityProblems } from "./helpers/accessibility.js";
import { test } from "./helpers/browser.js";

const NEWEST = `{ clients(first: 1) { nodes { id name email crmEntityId } } }`;

test("a client is found by e-mail and by CRM id, and by nothing that is only alike", async (t) => {
  const { demo, admin } = t.context;
  const { page, open } = await admin(demo);
  const { name, email, crmEntityId } = (await demo.graph(NEWEST)).clients.nodes[0];
  await open("/clients");
  await page.getByText("25 rows so far").waitFor();
  await page.getByLabel("E-mail").fill(email);
  await page.keyboard.press("Enter");
  await page.getByText("1 row", { exact: true }).waitFor();
  t.is(await page.getByRole("rowheader").textContent(), name);
  await page.getByLabel("E-mail").fill(email.toUpperCase());
  await page.keyboard.press("Enter");
  await page.getByText("No client has exactly this").waitFor();
  await page.getByLabel("CRM id").fill(crmEntityId);
  await page.keyboard.press("Enter");
  await page.waitForURL(`**/clients?crmEntityId=${crmEntityId}`);
  await page.getByText("1 row", { exact: true }).waitFor();
  t.is(await page.getByLabel("E-mail").inputValue(), "");
});

test("a client is shown with insights, notes and recordings", async (t) => {
  const { org, admin } = t.context;
  const customer = { id: "crm-7", name: "Ada Byron", email: "ada+x@example.com" };
  await org.send("POST", "/v1/scheduled-tasks", {
    event_id: "event-7",
    user_email: "rep@example.com",
    start_time: "2026-03-02T10:00:00Z",
    customer,
  });
  const recording = await org.processed({ event_id: "event-7", name: "A call with Ada" });
  const { clients } = await org.graph(NEWEST);
  const [{ id }] = clients.nodes;
  await org.graph(
    `mutation ($id: ID!, $input: ClientPatch!) { updateClient(id: $id, input: $input) { id } }`,
    { id, input: { notes: "Prefers **mornings**", insights: { roof: "slate", storeys: 2 } } },
  );
  const { page, open } = await admin();
  await open("/clients?email=ada%2Bx@example.com");
  await page.getByRole("link", { name: "Ada Byron" }).click();
  await page.getByRole("heading", { level: 1, name: "Ada Byron" }).waitFor();
  await page.getByRole("definition").getByText("slate").waitFor();
  await page.locator("strong", { hasText: "mornings" }).waitFor();
  const link = page.getByRole("link", { name: "A call with Ada" });
  await link.waitFor();
  t.true((await link.getAttribute("href"))!.endsWith(`/recordings/${recording}`));
  t.deepEqual(await accessibilityProblems(page), []);
});

test("without any client it is told what makes one", async (t) => {
  const { page, open } = await t.context.admin();
  await open("/clients");
  await page.getByText("There are no clients yet").waitFor();
  t.deepEqual(await accessibilityProblems(page), []);
  await open("/clients/nobody");
  await page.getByText("There is no such client").waitFor();
});
