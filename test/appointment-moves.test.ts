import { callAt, matchOf, minutes } from "./helpers/matches.js";
import { appointment, push } from "./helpers/pushes.js";
import { test } from "./helpers/suite.js";

/** Each changes one thing alone, and takes the appointment to the call at its minute, or away from it. */
const moves: Record<string, { minute: number; from: object; to: object }> = {
  "a start": {
    minute: 300,
    from: { start_time: minutes(0), end_time: null },
    to: { start_time: minutes(250), end_time: null },
  },
  "an end": { minute: 300, from: { end_time: minutes(60) }, to: { end_time: minutes(240) } },
  "a rep": {
    minute: 0,
    from: { user_email: "other@example.com" },
    to: { user_email: "rep@example.com" },
  },
};

for (const [what, { minute, from, to }] of Object.entries(moves))
  test(`${what} that alone is changed makes a match, and ends it`, async (t) => {
    const { org } = t.context;
    await org.user("other@example.com");
    await push(org, from);
    const id = await callAt(org, minute);
    t.is(await matchOf(org, id), null);
    const matched = { matchStatus: "matched", recordingId: id };
    t.like(await push(org, to), matched);
    t.is(await matchOf(org, id), "e-1 window");
    // Nothing that a match depends on: it stays, and is told.
    t.like(await push(org, { ...to, title: "Visit" }), matched);
    t.like(await push(org, from), { recordingId: null });
    t.is(await matchOf(org, id), null);
    t.like(await appointment(org), { recordingId: null });
  });

test("the answer to a change tells the rep's address as it is kept", async (t) => {
  const { org } = t.context;
  await org.user("Other@example.com");
  await push(org);
  t.like(await push(org, { user_email: "OTHER@example.com" }), { user_email: "Other@example.com" });
  t.like(await appointment(org), { user_email: "Other@example.com" });
});
