import { vendorBodies, buildDialerPath, postToDialer } from "../helpers/dialers.js";
import { findAccessibilityProblems } from "./helpers/accessibility.js";
import { test } from "./helpers/browser.js";

test("a refused call shows the reason and can be replayed once its user exists", async (t) => {
  const { openAsAdmin, org, server } = t.context;
  await postToDialer(server, buildDialerPath(org, "dialpad"), vendorBodies["dialpad"]!);
  await org.ingestCall({ call_id: "taken" });
  const { page, open } = await openAsAdmin();
  const dialog = page.getByRole("dialog");
  await open("/received");
  await page.getByLabel("Outcome").selectOption("ignored");
  await page.getByText("No calls match this filter").waitFor();
  await page.getByLabel("Outcome").selectOption("refused");
  await page.getByRole("link", { name: "dialpad:1002" }).click();
  await dialog.getByText("target.email is not the email of an active member").waitFor();
  await dialog.getByText("Ignored fields").click();
  await dialog
    .getByText("routing_breadcrumbs")
    .or(dialog.getByText("total_duration"))
    .first()
    .waitFor();
  t.true(
    (await dialog.getByRole("region", { name: "Body", exact: true }).textContent())!.includes(
      "1356998400000.mp3",
    ),
  );
  t.deepEqual(await findAccessibilityProblems(page), []);

  await org.createUser("bot@fuzz-ball.com");
  await dialog.getByRole("button", { name: "Replay" }).click();
  await dialog.getByRole("link", { name: "Call with (415) 555-7777" }).waitFor();
  await dialog.getByRole("status").getByText("ingested").waitFor();
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });

  await page.getByRole("button", { name: "Set secret for Dialpad" }).click();
  await dialog.getByLabel("The secret that the webhook was made with").fill("a dialpad secret");
  await dialog.getByRole("button", { name: "Save", exact: true }).click();
  await dialog.waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Change secret for Dialpad" }).waitFor();
  t.is(
    (await postToDialer(server, buildDialerPath(org, "dialpad"), vendorBodies["dialpad"]!)).status,
    401,
  );
});
