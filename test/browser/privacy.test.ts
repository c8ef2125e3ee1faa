import { findAccessibilityProblems } from "./helpers/accessibility.js";
import { test } from "./helpers/browser.js";

const PRIVACY = "{ redaction { cardNumbers patterns { name pattern } } refusedConsent }";

test("an admin sets what is redacted and what happens to calls without consent", async (t) => {
  const { openAsAdmin, org } = t.context;
  const { page, open } = await openAsAdmin();
  await open("/settings/privacy");
  const section = page.getByRole("region", { name: "Privacy" });
  await section.getByText("kept", { exact: true }).waitFor();
  await section.getByRole("button", { name: "Change privacy" }).click();
  const dialog = page.getByRole("dialog");
  t.deepEqual(await findAccessibilityProblems(page), []);
  await dialog.getByLabel("Replace card numbers").check();
  await dialog.getByLabel("Own patterns").fill("customer no = (");
  await dialog.getByLabel("Calls without consent").selectOption("erased");
  await dialog.getByRole("button", { name: "Save" }).click();
  await dialog.getByText("RE2 syntax:").waitFor();
  await dialog.getByLabel("Own patterns").fill("customer no = K=[0-9]{6}\n\n");
  await dialog.getByRole("button", { name: "Save" }).click();
  await section.getByText("replaced, and silenced in audio").waitFor();
  await section.getByText("customer no", { exact: true }).waitFor();
  await section.getByText("erased at once").waitFor();
  t.deepEqual(await org.graphql(PRIVACY), {
    redaction: { cardNumbers: true, patterns: [{ name: "customer no", pattern: "K=[0-9]{6}" }] },
    refusedConsent: "erased",
  });
});
