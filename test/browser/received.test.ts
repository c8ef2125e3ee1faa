import { bodies, pathOf, post } from "../helpers/dialers.js";
import { accessibilityProblems } from "./helpers/accessibility.js";
import { test } from "./helpers/browser.js";

test("a call that was refused is seen with why, and read again once its user is there", async (t) => {
  const { admin, org, server } = t.context;
  await post(server, pathOf(org, "dialpad"), bodies["dialpad"]!);
  await org.call({ call_id: "taken" });
  const { page, open } = await admin();
  const dialog = page.getByRole("dialog");
  await open("/received");
  await page.getByLabel("Outcome").selectOption("ignored");
  await page.getByText("No call came to that").waitFor();
  await page.getByLabel("Outcome").selectOption("refused");
  await page.getByRole("link", { name: "dialpad:1002" }).click();
  await dialog.getByText("target.email is not the email of an active member").waitFor();
  await dialog.getByText("What was not read").click();
  await dialog
    .getByText("routing_breadcrumbs")
    .or(dialog.getByText("total_duration"))
    .first()
    .waitFor();
  t.true(
    (await dialog.getByRole("region", { name: "The body" }).textContent())!.includes(
      "1356998400000.mp3",
    ),
  );
  t.deepEqual(await accessibilityProblems(page), []);

  await org.user("bot@fuzz-ball.com");
  await dialog.getByRole("button", { name: "Read again" }).click();
  await dialog.getByRole("link", { name: "Call with (415) 555-7777" }).waitFor();
  await dialog.getByRole("status").getByText("taken").waitFor();
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });

  await page.getByRole("button", { name: "Set the secret of Dialpad" }).click();
  await dialog.getByLabel("The secret that the webhook was made with").fill("a secret of ours");
  await dialog.getByRole("button", { name: "Set", exact: true }).click();
  await dialog.waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Change the secret of Dialpad" }).waitFor();
  t.is((await post(server, pathOf(org, "dialpad"), bodies["dialpad"]!)).status, 401);
});
