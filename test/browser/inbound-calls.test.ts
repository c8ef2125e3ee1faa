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

test("an admin changes the rep's channel, and sets and removes a login", async (t) => {
  const { openAsAdmin, org } = t.context;
  const { page, open } = await openAsAdmin();
  const dialog = page.getByRole("dialog");
  const rowOf = (title: string) =>
    page.getByRole("table", { name: "Recordings by source" }).getByRole("row", { name: title });
  await open("/received");
  await rowOf("Twilio").getByText("The rep is on the left channel").waitFor();
  await page.getByRole("button", { name: "Change channel of Twilio" }).click();
  await dialog.getByLabel("Channels").selectOption("The rep is on the right channel");
  t.deepEqual(await findAccessibilityProblems(page), []);
  await dialog.getByRole("button", { name: "Save", exact: true }).click();
  await dialog.waitFor({ state: "detached" });
  await rowOf("Twilio").getByText("The rep is on the right channel").waitFor();
  await rowOf("Aircall").getByText("The rep is on the left channel").waitFor();

  await page.getByRole("button", { name: "Set login for Twilio" }).click();
  await dialog.getByLabel("Host").fill("api.twilio.com/path");
  await dialog.getByLabel("User", { exact: true }).fill("AC1");
  await dialog.getByLabel("Password").fill("a twilio password");
  t.deepEqual(await findAccessibilityProblems(page), []);
  await dialog.getByRole("button", { name: "Save", exact: true }).click();
  await dialog.locator(".field-error").getByText("must be a host").waitFor();
  await dialog.getByLabel("Host").fill("api.twilio.com");
  await dialog.getByRole("button", { name: "Save", exact: true }).click();
  await dialog.waitFor({ state: "detached" });
  await rowOf("Twilio").getByText("basic for api.twilio.com, set").waitFor();
  const listLogins = async () =>
    (await org.graphql("{ dialerMediaCredentials { adapter host kind } }")).dialerMediaCredentials;
  t.deepEqual(await listLogins(), [{ adapter: "twilio", host: "api.twilio.com", kind: "basic" }]);

  await page.getByRole("button", { name: "Change login for Twilio" }).click();
  await dialog.getByLabel("Kind").selectOption("Token (Bearer)");
  t.is(await dialog.getByLabel("User", { exact: true }).count(), 0);
  t.is(await dialog.getByLabel("Token", { exact: true }).inputValue(), "");
  await dialog.getByRole("button", { name: "Remove login" }).click();
  await dialog.waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Set login for Twilio" }).waitFor();
  t.deepEqual(await listLogins(), []);
  t.is(await page.getByRole("button", { name: /login for Uploads/ }).count(), 0);
});
