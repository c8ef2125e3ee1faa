import { uploadForm } from "../helpers/recordings/media.js";
import { completeAnalysis } from "../helpers/appointments/push-appointment.js";
import { findAccessibilityProblems } from "./helpers/accessibility.js";
import { test } from "./helpers/browser.js";
import { findOverflowingElements } from "./helpers/layout.js";

const IRREGULAR = `1
00:00:00,500 --> 00:00:04,000
Robin (rep): How old is your roof?

2
00:00:04,500 -->
Kim (client): About twenty years.

and it leaks
`;

test("the page of a recording says what is estimated or repaired in its transcript", async (t) => {
  const { server, org, openAsAdmin } = t.context;
  const { id } = (await uploadForm(server, org, { transcript: IRREGULAR })).body.recording;
  await completeAnalysis(org, id);
  const { page, open } = await openAsAdmin();
  await open(`/recordings/${id}`);
  const section = page.getByRole("region", { name: "Transcript" });
  await section.getByText("About twenty years. and it leaks").waitFor();
  t.deepEqual(await section.locator(".notices li").allTextContents(), [
    "1 text after a blank line was joined to the part before it (line 9)",
    "1 time was estimated (line 6)",
  ]);
  await section.getByText("debrief noticed while it read this call:").waitFor();
  t.deepEqual(await findAccessibilityProblems(page), []);
  await page.setViewportSize({ width: 360, height: 700 });
  t.deepEqual(await findOverflowingElements(page), []);
});
