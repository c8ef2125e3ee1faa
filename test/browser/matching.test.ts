import { pushAppointment } from "../helpers/push-appointment.js";
import { test } from "./helpers/browser.js";

test("an admin changes and removes a recording's match", async (t) => {
  const { org, openAsAdmin } = t.context;
  await pushAppointment(org, {
    event_id: "e-1",
    start_time: "2026-03-02T10:00:00Z",
    title: "Visit e-1",
  });
  await pushAppointment(org, {
    event_id: "e-2",
    start_time: "2026-03-03T10:00:00Z",
    title: "Visit e-2",
  });
  const id = await org.createProcessed();
  const loadEventId = async (): Promise<string | null> =>
    (await org.get(`/v1/recordings/${id}`)).body.recording.eventId;
  const { page, open } = await openAsAdmin();
  await open(`/recordings/${id}`);
  const match = page.getByRole("region", { name: "Appointment" });
  await match.getByRole("link", { name: "Visit e-1" }).waitFor();
  t.is(await loadEventId(), "e-1");

  await match.getByRole("button", { name: "Change" }).click();
  const dialog = page.getByRole("dialog");
  t.true(await dialog.getByLabel("Visit e-1").isChecked());
  await dialog.getByLabel("Visit e-2").check();
  await dialog.getByRole("button", { name: "Match" }).click();
  await match.getByRole("link", { name: "Visit e-2" }).waitFor();
  await match.getByText("manually").waitFor();
  t.is(await dialog.count(), 0);
  t.is(await loadEventId(), "e-2");

  // Without e-2, the recording matches e-1 again until that match is removed too.
  const removeMatch = match.getByRole("button", { name: "Remove match" });
  await removeMatch.click();
  await match.getByRole("link", { name: "Visit e-1" }).waitFor();
  t.is(await loadEventId(), "e-1");
  await removeMatch.click();
  await match.getByText("No matching appointment").waitFor();
  t.is(await loadEventId(), null);
});

test("Escape closes a dialog and returns the focus", async (t) => {
  const { org, openAsAdmin } = t.context;
  const id = await org.createProcessed();
  const { page, open } = await openAsAdmin();
  await open(`/recordings/${id}`);
  const button = page.getByRole("button", { name: "Match manually" });
  await button.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Match an appointment" });
  await dialog.waitFor();
  t.true(await page.locator("dialog :focus").isVisible());
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  t.is(await page.locator(":focus").textContent(), await button.textContent());
});
