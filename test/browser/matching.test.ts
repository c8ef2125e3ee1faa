import { push } from "../helpers/pushes.js";
import { test } from "./helpers/browser.js";

test("an admin corrects to which appointment a recording is matched", async (t) => {
  const { org, admin } = t.context;
  await push(org, { event_id: "e-1", start_time: "2026-03-02T10:00:00Z", title: "Visit e-1" });
  await push(org, { event_id: "e-2", start_time: "2026-03-03T10:00:00Z", title: "Visit e-2" });
  const id = await org.processed();
  const matched = async (): Promise<string | null> =>
    (await org.get(`/v1/recordings/${id}`)).body.recording.eventId;
  const { page, open } = await admin();
  await open(`/recordings/${id}`);
  const match = page.getByRole("region", { name: "Appointment" });
  await match.getByRole("link", { name: "Visit e-1" }).waitFor();
  t.is(await matched(), "e-1");

  await match.getByRole("button", { name: "Correct" }).click();
  const dialog = page.getByRole("dialog");
  t.true(await dialog.getByLabel("Visit e-1").isChecked());
  await dialog.getByLabel("Visit e-2").check();
  await dialog.getByRole("button", { name: "Match" }).click();
  await match.getByRole("link", { name: "Visit e-2" }).waitFor();
  await match.getByText("by hand").waitFor();
  t.is(await dialog.count(), 0);
  t.is(await matched(), "e-2");

  // Without e-2 it belongs to e-1 as before, until that is taken away as well.
  const takeApart = match.getByRole("button", { name: "Take apart" });
  await takeApart.click();
  await match.getByRole("link", { name: "Visit e-1" }).waitFor();
  t.is(await matched(), "e-1");
  await takeApart.click();
  await match.getByText("No appointment is matched").waitFor();
  t.is(await matched(), null);
});

test("a dialog is left by Escape, and gives the focus back", async (t) => {
  const { org, admin } = t.context;
  const id = await org.processed();
  const { page, open } = await admin();
  await open(`/recordings/${id}`);
  const button = page.getByRole("button", { name: "Match by hand" });
  await button.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Match to an appointment" });
  await dialog.waitFor();
  t.true(await page.locator("dialog :focus").isVisible());
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  t.is(await page.locator(":focus").textContent(), await button.textContent());
});
