import { findAccessibilityProblems } from "./helpers/accessibility.js";
import { test } from "./helpers/browser.js";

test("a calendar is added, read again and deleted, and its address is never shown", async (t) => {
  const { openAsAdmin, org, server } = t.context;
  await org.createUser("ann@example.com", { name: "Ann Rep" });
  const { page, open } = await openAsAdmin();
  const dialog = page.getByRole("dialog");
  await open("/settings/calendars");
  await page.getByText("No calendars").waitFor();
  await page.getByRole("button", { name: "Add calendar" }).click();
  t.deepEqual(await findAccessibilityProblems(page), []);

  await dialog.getByLabel("Secret address in iCal format").fill("http://10.0.0.1/a.ics");
  await dialog.getByRole("button", { name: "Add", exact: true }).click();
  await dialog.locator(".field-error").first().waitFor();
  await dialog
    .getByLabel("Secret address in iCal format")
    .fill("http://127.0.0.1:9/private-key/basic.ics");
  await dialog.getByLabel("Whose calendar").selectOption("ann@example.com");
  await dialog.getByRole("button", { name: "Add", exact: true }).click();
  await dialog.waitFor({ state: "detached" });

  const table = page.getByRole("table", { name: "Calendars" });
  const row = table.getByRole("row", { name: /127\.0\.0\.1:9/ });
  await row.getByText("Ann Rep").waitFor();
  await row.getByText("not yet").waitFor();
  t.false((await page.content()).includes("private-key"));
  t.deepEqual(await findAccessibilityProblems(page), []);

  await server.services
    .db("calendars")
    .where("organization_id", org.id)
    .update({
      problem: "the calendar's server answered 404",
      notices: JSON.stringify([
        {
          kind: "unreadable",
          reason: "DTSTART isn't a time",
          count: 1,
          places: [{ line: 12, uid: "a", title: "Roof" }],
        },
      ]),
      next_poll_at: 1e15,
      attempted_at: Date.UTC(2026, 2, 2, 12),
    });
  await row.getByRole("button", { name: "Read now" }).click();
  await row.getByText("The calendar's server answered 404").waitFor();
  await row.getByText("Tried 2 Mar").waitFor();
  const calendar = await server.services.db("calendars").where("organization_id", org.id).first();
  t.true(Number(calendar.next_poll_at) < 1e15, "it is due");
  await row.getByText("Irregular events").click();
  await row.getByText("Not read: 1 × DTSTART isn't a time").waitFor();
  await row.getByText("Roof, line 12").waitFor();

  await row.getByText("visits only").waitFor();
  await row.getByRole("button", { name: "Change" }).click();
  await dialog.getByLabel("Which events become appointments").selectOption("all");
  await dialog.getByLabel("Time zone of events without one").fill("Mars/Base");
  await dialog.getByRole("button", { name: "Save" }).click();
  await dialog.locator(".field-error").first().waitFor();
  t.deepEqual(await findAccessibilityProblems(page), []);
  await dialog.getByLabel("Time zone of events without one").fill("Europe/Berlin");
  await dialog.getByRole("button", { name: "Save" }).click();
  await dialog.waitFor({ state: "detached" });
  await row.getByText("all events").waitFor();

  await row.getByRole("button", { name: "Delete" }).click();
  await dialog.getByRole("button", { name: "Delete", exact: true }).click();
  await page.getByText("No calendars").waitFor();
});
