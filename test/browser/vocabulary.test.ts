import { transact } from "../../db/engine/write.js";
import { upsertTranscript } from "../../db/recordings/transcript.js";
import { findAccessibilityProblems } from "./helpers/accessibility.js";
import { test } from "./helpers/browser.js";
import { buildHostileMarkup } from "./helpers/hostile-organization.js";
import { findOverflowingElements } from "./helpers/layout.js";

const CORRECT = `mutation ($id: ID!) { correctUtterance(
  recordingId: $id, index: 0, expectedText: "A Renni unit", text: "A Rinnai unit") { id } }`;

const said = (text: string) => ({ speaker: "Rep", role: "rep" as const, text, start: 0, end: 900 });

test("an admin adds a term, what it is heard as and what people correct often, and removes one", async (t) => {
  const { org, openAsAdmin } = t.context;
  await org.createUser();
  for (let time = 0; time < 3; time += 1)
    await org.graphql(CORRECT, {
      id: await org.createProcessed({ transcript: [said("A Renni unit")] }),
    });
  const { page, open } = await openAsAdmin();
  await open("/settings/vocabulary");
  const terms = page.getByRole("region", { name: "Names and terms" });
  await terms.getByText("No terms yet").waitFor();
  t.deepEqual(await findAccessibilityProblems(page), []);
  const often = page.getByRole("region", { name: "Corrected often" });
  await often.getByRole("button", { name: "Add Rinnai" }).click();
  const dialog = page.getByRole("dialog");
  t.is(await dialog.getByLabel("Name or term").inputValue(), "Rinnai");
  t.is(await dialog.getByLabel("Heard as").inputValue(), "renni");
  t.deepEqual(await findAccessibilityProblems(page), [], "dialog");
  await dialog.getByRole("button", { name: "Save" }).click();
  await dialog.waitFor({ state: "detached" });
  await terms.getByRole("rowheader", { name: "Rinnai" }).waitFor();
  await often.waitFor({ state: "detached" });

  await page.getByRole("button", { name: "Add a term" }).click();
  await dialog.getByLabel("Name or term").fill("Trane");
  await dialog.getByLabel("Heard as").fill("train, renni");
  await dialog.getByRole("button", { name: "Save" }).click();
  await dialog.getByText("belongs to Rinnai").filter({ visible: true }).waitFor();
  await dialog.getByLabel("Heard as").fill("train, ");
  await dialog.getByRole("button", { name: "Save" }).click();
  await dialog.waitFor({ state: "detached" });
  await terms.getByRole("button", { name: "Change Trane" }).click();
  await dialog.getByLabel("Heard as").fill("train, train unit");
  await dialog.getByRole("button", { name: "Save" }).click();
  await dialog.waitFor({ state: "detached" });
  await terms.getByText("train, train unit").waitFor();
  await terms.getByRole("button", { name: "Remove Rinnai" }).click();
  await terms.getByRole("rowheader", { name: "Rinnai" }).waitFor({ state: "detached" });
  await often.getByRole("button", { name: "Add Rinnai" }).waitFor();
  t.deepEqual((await org.graphql("{ vocabulary { term heardAs } }")).vocabulary, [
    { term: "Trane", heardAs: ["train", "train unit"] },
  ]);
  await page.setViewportSize({ width: 390, height: 844 });
  t.deepEqual(await findOverflowingElements(page), []);
  t.deepEqual(await findAccessibilityProblems(page), [], "narrow");
});

test("a repaired line shows what was heard, and is written like that, alone or with the others", async (t) => {
  const { server, org, openAsAdmin } = t.context;
  await org.createUser();
  const id = await org.createProcessed({ transcript: [said("A Rinnai unit")] });
  const heard = buildHostileMarkup("heard");
  await transact(server.services.db, (trx) =>
    upsertTranscript(trx, org.id, id, [
      { ...said("A Rinnai unit"), heard },
      { ...said("Rinnai again"), start: 1_000, end: 1_900, heard: "Renni again" },
      { ...said("Thank you"), start: 2_000, end: 2_900 },
    ]),
  );
  const { page, open } = await openAsAdmin();
  await open(`/recordings/${id}`);
  const section = page.getByRole("region", { name: "Transcript" });
  await section.getByText("were repaired in 2 lines").waitFor();
  const marks = section.getByRole("button", { name: "repaired" });
  t.is(await marks.count(), 2);
  await marks.first().click();
  await section.getByText(heard).waitFor();
  t.deepEqual(await findAccessibilityProblems(page), []);
  await marks.nth(1).click();
  await section.getByRole("button", { name: "Write it as heard" }).nth(1).click();
  await section.getByText("were repaired in one line").waitFor();
  await section.getByRole("button", { name: "Write as heard", exact: true }).click();
  await section.getByText("were repaired in").waitFor({ state: "detached" });
  const query = "query ($id: ID!) { recording(id: $id) { transcript { text heard } } }";
  t.deepEqual((await org.graphql(query, { id })).recording.transcript, [
    { text: heard, heard: null },
    { text: "Renni again", heard: null },
    { text: "Thank you", heard: null },
  ]);
});
