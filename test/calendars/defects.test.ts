import "reflect-metadata";
import test from "ava";
import { DEFECTS } from "../harness/calendars/defects.js";
import { runCalendars } from "../harness/calendars/run.js";

// `npm run test:calendars -- --seed 1` polls 200.
test("each defect costs nothing but its own event, and is named", async (t) => {
  const { calendars } = await runCalendars({ seed: 1, count: DEFECTS.length });
  t.is(calendars, DEFECTS.length);
});
