import { PASSWORD } from "../helpers/sign-in/console-session.js";
import { signInAs } from "../helpers/sign-in/viewers.js";
import { findAccessibilityProblems } from "./helpers/accessibility.js";
import { test } from "./helpers/browser.js";
import { findOverflowingElements } from "./helpers/layout.js";

const transcript = [{ speaker: "R", role: "rep", text: "Hello there.", start: 0, end: 900 }];

test("an admin adds a next step, and the rep ticks it on a phone", async (t) => {
  const { server, org, openAsAdmin, openAsVisitor } = t.context;
  const email = await org.createUser(`rep@${org.id}.example.com`, { name: "Ron Rep" });
  const id = await org.createProcessed(
    { transcript, user_email: email, name: "Visit at Ann's" },
    {
      actionItems: [
        { text: "Send the offer", due: "2026-03-04" },
        { kind: "client", text: "Sign it" },
      ],
    },
  );
  const admin = await openAsAdmin();
  await admin.open(`/recordings/${id}`);
  const section = admin.page.getByRole("region", { name: "Next steps" });
  const offer = section.getByRole("listitem").filter({ hasText: "Send the offer" });
  await offer.getByText(/^Ron Rep · by Wed.*, overdue$/).waitFor();
  await section.getByRole("button", { name: "Add a next step" }).click();
  await section.getByLabel("What is to be done").fill(" ");
  await section.getByRole("button", { name: "Add" }).click();
  await section.locator(".field-error", { hasText: "must not be empty" }).waitFor();
  await section.getByLabel("What is to be done").fill("Call the bank");
  await section.getByLabel("By", { exact: true }).fill("2030-01-31");
  await section
    .getByLabel("Who does it")
    .getByText("Ron Rep, who had the call")
    .waitFor({ state: "attached" });
  t.deepEqual(await findAccessibilityProblems(admin.page), []);
  await section.getByRole("button", { name: "Add" }).click();
  const bank = section.getByRole("listitem").filter({ hasText: "Call the bank" });
  await bank.getByText(/^Ron Rep · by Thu.*2030$/).waitFor();

  await signInAs(server, org, email, "rep");
  const { page, allowMessage } = await openAsVisitor({ viewport: { width: 390, height: 844 } });
  allowMessage(/status of 401/);
  await page.goto(`${server.url}/next-steps`);
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Password").fill(PASSWORD);
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByLabel("Call the bank").check();
  await page.getByText("done by Ron Rep").waitFor();
  t.deepEqual(await findAccessibilityProblems(page), []);
  t.deepEqual(await findOverflowingElements(page), []);
  await page.getByLabel("State").selectOption({ label: "Overdue" });
  await page.getByText("Call the bank").waitFor({ state: "detached" });
  t.is(await page.getByRole("main").getByRole("listitem").count(), 1);
  await page.getByLabel("State").selectOption({ label: "Done" });
  await page.getByLabel("Call the bank").uncheck();
  await page.getByText("done by Ron Rep").waitFor({ state: "detached" });
  await page.getByRole("link", { name: "Visit at Ann's" }).click();
  await page.getByRole("heading", { name: "Visit at Ann's" }).waitFor();

  await admin.open(`/recordings/${id}`);
  await bank.getByRole("button", { name: "Edit" }).click();
  await bank.getByLabel("What is to be done").fill("Call the bank again");
  await bank.getByRole("button", { name: "Save" }).click();
  await bank.getByText("Call the bank again").waitFor();
  await bank.getByRole("button", { name: "Delete" }).click();
  await admin.page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await bank.waitFor({ state: "detached" });
  t.is(await offer.getByRole("button", { name: "Delete" }).count(), 0, "an analysis found it");
});
