import { vendorBodies, buildDialerPath, postToDialer } from "../helpers/dialers/dialers.js";
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

test("the side of the rep and the login for recordings are set per phone system", async (t) => {
  const { openAsAdmin, org } = t.context;
  const { page, open } = await openAsAdmin();
  const dialog = page.getByRole("dialog");
  await open("/received");
  const table = page.getByRole("table", { name: "Recordings by source" });
  const row = (name: string) => table.getByRole("row", { name: new RegExp(`^${name}`) });
  await row("Twilio").getByText("Rep on the left").waitFor();
  t.is(await row("Uploads").getByRole("button").count(), 1, "an upload needs no login");
  t.deepEqual(await findAccessibilityProblems(page), []);

  await page.getByRole("button", { name: "Change side of Twilio" }).click();
  await dialog.getByLabel("Who is on which side").selectOption("Rep on the right");
  t.deepEqual(await findAccessibilityProblems(page), []);
  await dialog.getByRole("button", { name: "Save", exact: true }).click();
  await row("Twilio").getByText("Rep on the right").waitFor();

  await page.getByRole("button", { name: "Set login for Twilio" }).click();
  await dialog.getByLabel("Host of the recordings").fill("https://api.twilio.com");
  await dialog.getByLabel("User", { exact: true }).fill("AC1");
  await dialog.getByLabel("Password").fill("a password");
  await dialog.getByRole("button", { name: "Save", exact: true }).click();
  await dialog.locator(".field-error", { hasText: "must be a host" }).waitFor();
  await dialog.getByLabel("Host of the recordings").fill("api.twilio.com");
  await dialog.getByLabel("Kind").selectOption("Token");
  t.is(await dialog.getByLabel("User", { exact: true }).count(), 0);
  await dialog.getByLabel("Token", { exact: true }).fill("a token");
  t.deepEqual(await findAccessibilityProblems(page), []);
  await dialog.getByRole("button", { name: "Save", exact: true }).click();
  await row("Twilio").getByText("api.twilio.com").waitFor();
  const list = "{ dialerMediaCredentials { adapter host kind } }";
  t.deepEqual((await org.graphql(list)).dialerMediaCredentials, [
    { adapter: "twilio", host: "api.twilio.com", kind: "bearer" },
  ]);

  await page.getByRole("button", { name: "Change login for Twilio" }).click();
  await dialog.getByRole("button", { name: "Remove login" }).click();
  await page.getByRole("button", { name: "Set login for Twilio" }).waitFor();
  t.deepEqual((await org.graphql(list)).dialerMediaCredentials, []);
});

test("calls of an extension without a user wait, until an admin chooses whose it is", async (t) => {
  const { openAsAdmin, org } = t.context;
  await org.createUser("ann@example.com", { name: "Ann Miller" });
  const call = { extension: "204", started_at: "2026-03-02T10:00:00Z" };
  for (const call_id of ["x-1", "x-2"]) await org.send("POST", "/v1/dialer", { ...call, call_id });
  const { page, open } = await openAsAdmin();
  await open("/received");
  const row = page.getByRole("table", { name: "Numbers without a user" }).getByRole("row");
  await row.filter({ hasText: "Extension 204" }).getByText("2 calls").waitFor();
  t.deepEqual(await findAccessibilityProblems(page), []);
  await page.getByRole("button", { name: "Choose user for Extension 204" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("User").selectOption("ann@example.com");
  await dialog.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByText("2 calls will be recordings in a moment").waitFor();
  const { users } = await org.graphql("{ users { email extensions } }");
  t.deepEqual(
    users.find(({ email }: { email: string }) => email === "ann@example.com")?.extensions,
    ["204"],
  );
});
