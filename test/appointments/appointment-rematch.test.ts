import { ingestCallAt, loadMatch, addMinutes } from "../helpers/matching/matches.js";
import { fetchAppointment, pushAppointment } from "../helpers/appointments/push-appointment.js";
import { test } from "../helpers/suite.js";

/** Each changes one field. `to` moves the appointment to the call at `minute`, `from` away from it. */
const changes: Record<string, { minute: number; from: object; to: object }> = {
  "the start": {
    minute: 300,
    from: { start_time: addMinutes(0), end_time: null },
    to: { start_time: addMinutes(250), end_time: null },
  },
  "the end": { minute: 300, from: { end_time: addMinutes(60) }, to: { end_time: addMinutes(240) } },
  "the rep": {
    minute: 0,
    from: { user_email: "other@example.com" },
    to: { user_email: "rep@example.com" },
  },
};

for (const [field, { minute, from, to }] of Object.entries(changes))
  test(`changing only ${field} matches the call, and changing it back unmatches it`, async (t) => {
    const { org } = t.context;
    await org.createUser("other@example.com");
    await pushAppointment(org, from);
    const id = await ingestCallAt(org, minute);
    t.is(await loadMatch(org, id), null);
    const matched = { matchStatus: "matched", recordingId: id };
    t.like(await pushAppointment(org, to), matched);
    t.is(await loadMatch(org, id), "e-1 window");
    // A match doesn't depend on the title: it stays, and the response shows it.
    t.like(await pushAppointment(org, { ...to, title: "Visit" }), matched);
    t.like(await pushAppointment(org, from), { recordingId: null });
    t.is(await loadMatch(org, id), null);
    t.like(await fetchAppointment(org), { recordingId: null });
  });

test("the response to a change shows the rep's address as stored", async (t) => {
  const { org } = t.context;
  await org.createUser("Other@example.com");
  await pushAppointment(org);
  t.like(await pushAppointment(org, { user_email: "OTHER@example.com" }), {
    user_email: "Other@example.com",
  });
  t.like(await fetchAppointment(org), { user_email: "Other@example.com" });
});
