import { findAccessibilityProblems } from "./helpers/accessibility.js";
import { test } from "./helpers/browser.js";

test("an admin erases a call after typing a word", async (t) => {
  const { openAsAdmin, org } = t.context;
  const id = await org.createProcessed({ name: "A call to erase" });
  const { page, open } = await openAsAdmin();
  await open(`/recordings/${id}?tab=details`);
  await page.getByRole("button", { name: "Erase this call" }).click();
  const dialog = page.getByRole("dialog");
  const erase = dialog.getByRole("button", { name: "Erase", exact: true });
  t.true(await erase.isDisabled());
  t.deepEqual(await findAccessibilityProblems(page), []);
  await dialog.getByLabel("Type “erase” to confirm").fill("eras");
  await page.keyboard.press("Enter");
  t.true(await erase.isDisabled());
  t.is((await org.get(`/v1/recordings/${id}`)).status, 200);
  await dialog.getByLabel("Type “erase” to confirm").fill("Erase");
  await erase.click();
  await page.getByText("Call erased").waitFor();
  await page.getByText("No recordings yet").waitFor();
  t.is((await org.get(`/v1/recordings/${id}`)).status, 404);
});

test("an admin erases a client with all calls, and others have no button", async (t) => {
  const { openAsAdmin, openAsUser, org } = t.context;
  const email = await org.createUser(`ron@${org.id}.example.com`, { name: "Ron" });
  const call = await org.createProcessed({
    user_email: email,
    customer: { id: "c1", name: "Ann Client" },
  });
  const { clients } = await org.graphql("{ clients { nodes { id } } }");
  const [{ id }] = clients.nodes;
  const rep = await openAsUser(email, "rep");
  for (const path of [`/clients/${id}`, `/recordings/${call}?tab=details`]) {
    await rep.open(path);
    await rep.page.getByRole("region", { name: "About" }).waitFor();
    t.is(await rep.page.getByRole("button", { name: /^Erase/ }).count(), 0, path);
  }
  const { page, open } = await openAsAdmin();
  await open(`/clients/${id}`);
  await page.getByRole("button", { name: "Erase this client" }).click();
  const dialog = page.getByRole("dialog", { name: "Erase Ann Client?" });
  t.deepEqual(await findAccessibilityProblems(page), []);
  await dialog.getByLabel("Type “erase” to confirm").fill("erase");
  await page.keyboard.press("Enter");
  await page.getByText("Client erased").waitFor();
  await page.getByText("No clients yet").waitFor();
  t.is((await org.get(`/v1/recordings/${call}`)).status, 404);
});
