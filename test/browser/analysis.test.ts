import "reflect-metadata";
import { type Transcribe, UnanalyzableError } from "../../src/analyzer/analyzer.js";
import { runAttempt } from "../helpers/analysis/run-attempt.js";
import { createTemplate } from "../helpers/analysis/templates.js";
import { findAccessibilityProblems } from "./helpers/accessibility.js";
import { test } from "./helpers/browser.js";
import { openMore } from "./helpers/open-more.js";

const START = "mutation ($id: ID!) { startAnalysis(recordingId: $id) { id } }";
const FAIL = `mutation ($id: ID!) { failAnalysis(recordingId: $id, reason: "The <b>model</b> timed out") { id } }`;
const COMPLETE = `mutation ($id: ID!, $input: AnalysisInput!) {
  completeAnalysis(recordingId: $id, input: $input) { id } }`;
const SUMMARY = "query ($id: ID!) { recording(id: $id) { summary } }";
const STATUS = "query ($id: ID!) { recording(id: $id) { status } }";

test("the console shows why an analysis failed and can start it again", async (t) => {
  const { openAsAdmin, org } = t.context;
  const { page, open } = await openAsAdmin();
  const createFailed = async (call_id: string): Promise<string> => {
    const id = await org.ingestCall({
      call_id,
      name: `Call ${call_id}`,
      recording_url: "https://example.com/a",
    });
    for (const step of [START, FAIL]) await org.graphql(step, { id });
    return id;
  };
  const id = await createFailed("1");
  await open(`/recordings/${id}`);
  await page.getByText("Analysis failed: The <b>model</b> timed out").waitFor();
  await page.getByRole("button", { name: "Analyse again" }).click();
  await page.getByText("The audio waits to be transcribed: next in line.").waitFor();
  t.is((await org.graphql(STATUS, { id })).recording.status, "received");
  t.is(await page.getByRole("button", { name: "Analyse again" }).count(), 0);

  const otherIds = [await createFailed("2"), await createFailed("3")];
  await open("/recordings?status=failed");
  await page.getByRole("button", { name: "Analyse all again" }).click();
  await page.getByText("No recordings match these filters").waitFor();
  for (const id of otherIds) t.is((await org.graphql(STATUS, { id })).recording.status, "received");
});

test("a failed recording shows what was understood of it", async (t) => {
  const { openAsAdmin, org } = t.context;
  const { page, open } = await openAsAdmin();
  const transcript = [
    { speaker: "Rep", role: "rep", text: "Thank you very much.", start: 0, end: 900 },
  ];
  const id = await org.ingestCall({ transcript });
  for (const step of [START, FAIL]) await org.graphql(step, { id });
  await open(`/recordings/${id}`);
  await page.getByRole("heading", { name: "What was understood" }).waitFor();
  t.true(await page.getByText("Thank you very much.").isVisible());
});

const hearNoSpeech: Transcribe = async () => {
  const notices = [{ kind: "audio_ended_early" as const, count: 1, places: [{ start: 3_000 }] }];
  const understood = { utterances: [], notices };
  throw new UnanalyzableError("The recording has no speech", { understood });
};

test("a failed recording without a transcript shows the notices of its audio", async (t) => {
  const { openAsAdmin, org, server } = t.context;
  const { page, open } = await openAsAdmin();
  const id = await org.ingestCall({ recording_url: "https://example.com/a" });
  await runAttempt(server, org, id, { transcribe: hearNoSpeech });
  await open(`/recordings/${id}`);
  const section = page.getByRole("region", { name: "What was noticed" });
  await section.getByText("The end of the audio is missing (0:03)").waitFor();
  t.deepEqual(await findAccessibilityProblems(page), []);
});

test("a processed recording keeps its results while it waits for another analysis", async (t) => {
  const { openAsAdmin, org } = t.context;
  const { page, open } = await openAsAdmin();
  const id = await org.createProcessed(
    { recording_url: "https://example.com/a" },
    { summary: "The first summary." },
  );
  await open(`/recordings/${id}`);
  await openMore(page);
  await page.getByRole("button", { name: "Analyse again" }).click();
  await page.getByText("The current results stay until then").waitFor();
  await page.getByText("The first summary.").waitFor();
  t.is((await org.graphql(STATUS, { id })).recording.status, "processed");
});

test("an admin is asked before a reanalysis, compares two analyses and restores one", async (t) => {
  const { openAsAdmin, org } = t.context;
  const { page, open } = await openAsAdmin();
  const dialog = page.getByRole("dialog");
  const id = await org.createProcessed(
    { recording_url: "https://example.com/a" },
    { summary: "A machine’s summary." },
  );
  const input = { summary: "A person’s summary." };
  await org.graphql(COMPLETE, { id, input });
  await open(`/recordings/${id}`);
  await openMore(page);
  await page.getByRole("button", { name: "Analyse again" }).click();
  await dialog.getByText("A user wrote these parts: summary").waitFor();
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("link", { name: "Details" }).click();
  await page.getByRole("button", { name: "Compare version 1" }).click();
  await dialog.getByText("A machine’s summary.").waitFor();
  await dialog.getByText("A person’s summary.").waitFor();
  await dialog.getByRole("button", { name: "Restore version 1" }).click();
  await page.getByRole("button", { name: "Compare version 2" }).waitFor();
  t.is((await org.graphql(SUMMARY, { id })).recording.summary, "A machine’s summary.");
});

test("a call without audio and transcript isn't offered for another analysis", async (t) => {
  const { openAsAdmin, org } = t.context;
  const { page, open } = await openAsAdmin();
  const id = await org.createProcessed({}, { summary: "From a worker." });
  await open(`/recordings/${id}`);
  await page.getByText("From a worker.").waitFor();
  t.is(await page.getByRole("button", { name: "Analyse again" }).count(), 0);
});

test("an admin edits a template's prompt in the console", async (t) => {
  const { openAsAdmin, org } = t.context;
  const { page, open } = await openAsAdmin();
  const dialog = page.getByRole("dialog");
  const loadPrompt = async (): Promise<string | null> =>
    (await org.graphql("{ templates { prompt } }")).templates[0].prompt;
  await open("/scorecards");
  await page.getByRole("button", { name: "New scorecard" }).click();
  await dialog.getByLabel("Name").fill("Visit");
  await dialog.getByLabel("Question 1", { exact: true }).fill("Asked for the budget?");
  await dialog.getByLabel("Prompt").fill("Look for roofs.");
  await dialog.getByRole("button", { name: "Create" }).click();
  await page.getByRole("button", { name: "Edit Visit" }).click();
  t.is(await loadPrompt(), "Look for roofs.");
  await dialog.getByLabel("Prompt").fill("");
  await dialog.getByRole("button", { name: "Save" }).click();
  await dialog.waitFor({ state: "detached" });
  t.is(await loadPrompt(), null);
});

test("an admin judges an answer, sees both verdicts, and takes theirs back", async (t) => {
  const { openAsAdmin, org } = t.context;
  const { page, open } = await openAsAdmin();
  const { id: templateId, questions } = await createTemplate(org, "Was there a greeting?");
  const answers = [{ questionId: questions[0]!.id, yes: true }];
  const id = await org.createProcessed({}, { templateId, process: { answers } });
  await open(`/recordings/${id}`);
  await page.getByText("1 of 1").waitFor();
  const verdict = page.getByRole("group", { name: "Your verdict: Was there a greeting?" });
  await verdict.getByRole("button", { name: "No" }).click();
  await page.getByText(/^Judged by .+; debrief found yes\.$/).waitFor();
  await page.getByText("0 of 1").waitFor();
  t.deepEqual(await findAccessibilityProblems(page), []);
  await verdict.getByRole("button", { name: "No", pressed: true }).click();
  await page.getByText("1 of 1").waitFor();
  t.is(await page.getByText(/^Judged by/).count(), 0);
});

test("an admin weighs a question and has another rated, and judges a call by both", async (t) => {
  const { openAsAdmin, org } = t.context;
  const { page, open } = await openAsAdmin();
  const dialog = page.getByRole("dialog");
  await open("/scorecards");
  await page.getByRole("button", { name: "New scorecard" }).click();
  await dialog.getByLabel("Name").fill("Visit");
  await dialog.getByLabel("Question 1", { exact: true }).fill("Was there a greeting?");
  await dialog.getByLabel("Question 1 counts").selectOption("3 times");
  await dialog.getByRole("button", { name: "Add question" }).click();
  await dialog.getByLabel("Question 2", { exact: true }).fill("How friendly was the rep?");
  await dialog.getByLabel("Answer to question 2").selectOption("A rating from 1 to 5");
  await dialog.getByText("Until then, it doesn’t count.").waitFor();
  t.deepEqual(await findAccessibilityProblems(page), []);
  await dialog.getByRole("button", { name: "Create" }).click();
  await page.getByText("Counts 3 times").waitFor();
  await page.getByText("Rated 1 to 5").waitFor();
  const { templates } = await org.graphql("{ templates { id questions { id } } }");
  const answers = [{ questionId: templates[0].questions[0].id, yes: true }];
  const analysis = { templateId: templates[0].id, process: { answers } };
  const id = await org.createProcessed({}, analysis);
  await open(`/recordings/${id}`);
  await page.getByText("not rated", { exact: true }).waitFor();
  await page.getByRole("heading", { name: "Score 100" }).waitFor();
  const rating = page.getByRole("group", { name: "Your verdict: How friendly was the rep?" });
  await rating.getByRole("button", { name: "3", exact: true }).click();
  await page.getByText("3 of 5", { exact: true }).waitFor();
  await page.getByRole("heading", { name: "Score 88" }).waitFor();
  await page.getByText(/^Judged by .+; debrief found no rating\.$/).waitFor();
  t.deepEqual(await findAccessibilityProblems(page), []);
  const greeting = page.getByRole("group", { name: "Your verdict: Was there a greeting?" });
  await greeting.getByRole("button", { name: "N/A" }).click();
  await page.getByText("doesn’t apply", { exact: true }).waitFor();
  await page.getByRole("heading", { name: "Score 50" }).waitFor();
  await rating.getByRole("button", { name: "3", exact: true, pressed: true }).click();
  await page.getByRole("heading", { name: "Not scored yet" }).waitFor();
  await open("/recordings");
  const row = page.getByRole("row").filter({ has: page.locator(`a[href$="${id}"]`) });
  await row.waitFor();
  const titles = await page.getByRole("columnheader").allInnerTexts();
  const column = titles.findIndex((title) => title.trim().startsWith("Score"));
  t.is((await row.getByRole("cell").nth(column).innerText()).trim(), "–");
});

test("an admin adds a tag to a call, finds the call by it, and removes it", async (t) => {
  const { openAsAdmin, org } = t.context;
  const { page, open } = await openAsAdmin();
  const id = await org.createProcessed({}, { tags: ["price"] });
  await open(`/recordings/${id}`);
  await page.getByRole("button", { name: "Edit tags" }).click();
  const dialog = page.getByRole("dialog", { name: "Tags" });
  await dialog.getByLabel("New tag").fill("vip");
  await page.keyboard.press("Enter");
  await dialog.getByRole("button", { name: "Remove vip" }).waitFor();
  t.is(await dialog.getByLabel("New tag").inputValue(), "");
  t.deepEqual(await findAccessibilityProblems(page), []);
  await dialog.getByLabel("New tag").fill("a,b");
  await page.keyboard.press("Enter");
  await dialog.locator(".field-error", { hasText: "must not have a comma" }).waitFor();
  await dialog.getByRole("button", { name: "Remove price" }).click();
  await dialog.getByRole("button", { name: "Remove price" }).waitFor({ state: "detached" });
  t.is(await page.evaluate("document.activeElement.name"), "tag");
  await dialog.getByRole("button", { name: "Done" }).click();
  await dialog.waitFor({ state: "detached" });
  await page.getByRole("link", { name: "vip", exact: true }).click();
  await page.locator(`a[href$="${id}"]`).first().waitFor();
});

test("a rep sees tags and can't change them", async (t) => {
  const { openAsUser, org } = t.context;
  const email = `tagged@${org.id}.example.com`;
  await org.createUser(email);
  const id = await org.createProcessed({ user_email: email }, { tags: ["price"] });
  const { page, open } = await openAsUser(email, "rep");
  await open(`/recordings/${id}`);
  await page.getByRole("link", { name: "price" }).waitFor();
  t.is(await page.getByRole("button", { name: /tag/i }).count(), 0);
});

test("an admin starts a scorecard from a ready one", async (t) => {
  const { openAsAdmin, org } = t.context;
  const { page, open } = await openAsAdmin();
  const dialog = page.getByRole("dialog");
  await open("/scorecards");
  await page.getByRole("button", { name: "New scorecard" }).click();
  await dialog.getByLabel("Start from").selectOption("Service visit");
  t.is(await dialog.getByLabel("Name").inputValue(), "Service visit");
  t.is(await dialog.getByLabel(/^Question \d+$/).count(), 5);
  t.deepEqual(await findAccessibilityProblems(page), []);
  await dialog.getByRole("button", { name: "Create" }).click();
  await dialog.waitFor({ state: "detached" });
  const { templates } = await org.graphql("{ templates { name questions { question } } }");
  t.is(templates[0].name, "Service visit");
  t.is(templates[0].questions.length, 5);
});
