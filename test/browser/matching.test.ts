import { pushAppointment } from "../helpers/appointments/push-appointment.js";
import { test } from "./helpers/browser.js";
import { openMore } from "./helpers/open-more.js";

const TEAM = "mutation ($input: TeamInput!) { upsertTeam(input: $input) { id } }";
const COMPLETE = `mutation ($id: ID!, $input: AnalysisInput!) {
  completeAnalysis(recordingId: $id, input: $input) { id }
}`;

for (const role of ["admin", "manager"] as const)
  test(`a ${role} links and unlinks a recording`, async (t) => {
    const { org, openAsUser } = t.context;
    const email = await org.createUser(`${role}@${org.id}.example.com`);
    const members = [{ email: "rep@example.com" }];
    await org.graphql(TEAM, { input: { name: "North", members, leads: [email] } });
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
    const { page, open } = await openAsUser(email, role);
    await open(`/recordings/${id}`);
    const match = page.getByRole("region", { name: "Appointment" });
    await match.getByRole("link", { name: "Visit e-1" }).waitFor();
    t.is(await loadEventId(), "e-1");

    await match.getByRole("button", { name: "Link another" }).click();
    const dialog = page.getByRole("dialog");
    t.true(await dialog.getByLabel("Visit e-1").isChecked());
    await dialog.getByLabel("Visit e-2").check();
    await dialog.getByRole("button", { name: "Link" }).click();
    await match.getByRole("link", { name: "Visit e-2" }).waitFor();
    await match.getByText("manually").waitFor();
    t.is(await dialog.count(), 0);
    t.is(await loadEventId(), "e-2");

    // Without e-2, the recording matches e-1 again until that pair is unlinked too.
    const unlink = match.getByRole("button", { name: "Unlink" });
    await unlink.click();
    await match.getByRole("link", { name: "Visit e-1" }).waitFor();
    t.is(await loadEventId(), "e-1");
    await unlink.click();
    await match.getByText("No matching appointment").waitFor();
    t.is(await loadEventId(), null);
  });

for (const role of ["manager", "rep"] as const)
  test(`a ${role} ${role === "rep" ? "can't match, analyse or restore" : "can analyse again and restore"}`, async (t) => {
    const { org, openAsUser } = t.context;
    const email = await org.createUser(`${role}@${org.id}.example.com`);
    const rep = role === "rep" ? email : await org.createUser(`led@${org.id}.example.com`);
    await org.graphql(TEAM, {
      input: { name: "North", members: [{ email: rep }], leads: role === "rep" ? [] : [email] },
    });
    const call = { recording_url: "https://example.com/a", user_email: rep };
    const id = await org.createProcessed(call, { summary: "A first summary." });
    await org.graphql(COMPLETE, { id, input: { summary: "A second summary." } });
    const { page, open } = await openAsUser(email, role);
    await open(`/recordings/${id}`);
    const dialog = page.getByRole("dialog");
    await page.getByRole("region", { name: "Appointment" }).waitFor();
    const expected = role === "rep" ? 0 : 1;
    if (role === "manager") await openMore(page);
    t.is(await page.getByRole("button", { name: "Analyse again" }).count(), expected);
    t.is(await page.getByRole("button", { name: "Link an appointment" }).count(), expected);
    await page.getByRole("link", { name: "Details" }).click();
    await page.getByRole("button", { name: "Compare version 1" }).click();
    await dialog.getByText("A first summary.").waitFor();
    const restore = dialog.getByRole("button", { name: "Restore version 1" });
    t.is(await restore.count(), expected);
    if (role === "rep") return;
    await restore.click();
    await page.getByRole("button", { name: "Compare version 2" }).waitFor();
    await page.getByRole("link", { name: "Call", exact: true }).click();
    await page.getByText("A first summary.").waitFor();
  });

test("an unmatched recording with an event ID explains why", async (t) => {
  const { org, openAsAdmin } = t.context;
  const id = await org.createProcessed({ event_id: "e-9" });
  const { page, open } = await openAsAdmin();
  const match = page.getByRole("region", { name: "Appointment" });
  await open(`/recordings/${id}`);
  await match.getByText("The call waits for the appointment with its event ID e-9.").waitFor();

  await pushAppointment(org, { event_id: "e-9", start_time: "2026-03-09T10:00:00Z" });
  const second = await org.createProcessed({ event_id: "e-9" });
  await open(`/recordings/${second}`);
  await match.getByText("Another call has the appointment with its event ID e-9.").waitFor();

  await org.graphql("mutation ($id: ID!) { deleteRecording(id: $id) }", { id: second });
  await open(`/recordings/${id}`);
  await match.getByRole("button", { name: "Unlink" }).click();
  await match.getByText("A user unlinked the call from the appointment").waitFor();
  t.pass();
});

test("Escape closes a dialog and returns the focus", async (t) => {
  const { org, openAsAdmin } = t.context;
  const id = await org.createProcessed();
  const { page, open } = await openAsAdmin();
  await open(`/recordings/${id}`);
  const button = page.getByRole("button", { name: "Link an appointment" });
  await button.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Link an appointment" });
  await dialog.waitFor();
  t.true(await page.locator("dialog :focus").isVisible());
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  t.is(await page.locator(":focus").textContent(), await button.textContent());
});
