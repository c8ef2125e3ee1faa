import { test } from "./helpers/browser.js";

const START = "mutation ($id: ID!) { startAnalysis(recordingId: $id) { id } }";
const FAIL = `mutation ($id: ID!) { failAnalysis(recordingId: $id, reason: "The <b>model</b> was away") { id } }`;
const STATUS = "query ($id: ID!) { recording(id: $id) { status } }";

test("the console says why an analysis failed, and has it made again", async (t) => {
  const { admin, org } = t.context;
  const { page, open } = await admin();
  const fail = async (call_id: string): Promise<string> => {
    const id = await org.call({ call_id, name: `Call ${call_id}` });
    for (const step of [START, FAIL]) await org.graph(step, { id });
    return id;
  };
  const first = await fail("1");
  await open(`/recordings/${first}`);
  await page.getByText("The analysis failed: The <b>model</b> was away").waitFor();
  await page.getByRole("button", { name: "Analyse again" }).click();
  await page.getByText("Its analysis has not begun yet").waitFor();
  t.is((await org.graph(STATUS, { id: first })).recording.status, "received");
  t.is(await page.getByRole("button", { name: "Analyse again" }).count(), 0);

  const others = [await fail("2"), await fail("3")];
  await open("/recordings?status=failed");
  await page.getByRole("button", { name: "Analyse all again" }).click();
  await page.getByText("No recording is like that").waitFor();
  for (const id of others) t.is((await org.graph(STATUS, { id })).recording.status, "received");
});

test("a processed recording stays as it is until it has been analysed again", async (t) => {
  const { admin, org } = t.context;
  const { page, open } = await admin();
  const id = await org.processed(
    { recording_url: "https://example.com/a" },
    { summary: "As it was." },
  );
  await open(`/recordings/${id}`);
  await page.getByRole("button", { name: "Analyse again" }).click();
  await page.getByText("until then it stays as it is").waitFor();
  await page.getByText("As it was.").waitFor();
  t.is((await org.graph(STATUS, { id })).recording.status, "processed");
});

test("what a model is asked of calls of a template is edited in the console", async (t) => {
  const { admin, org } = t.context;
  const { page, open } = await admin();
  const dialog = page.getByRole("dialog");
  const prompt = async (): Promise<string | null> =>
    (await org.graph("{ templates { prompt } }")).templates[0].prompt;
  await open("/people?show=templates");
  await page.getByRole("button", { name: "New template" }).click();
  await dialog.getByLabel("Name").fill("Visit");
  await dialog.getByLabel("Question 1", { exact: true }).fill("Asked for the budget?");
  await dialog.getByLabel("Prompt").fill("Look for roofs.");
  await dialog.getByRole("button", { name: "Create" }).click();
  await page.getByRole("button", { name: "Edit Visit" }).click();
  t.is(await prompt(), "Look for roofs.");
  await dialog.getByLabel("Prompt").fill("");
  await dialog.getByRole("button", { name: "Save" }).click();
  await dialog.waitFor({ state: "detached" });
  t.is(await prompt(), null);
});
