import { mapTexts, tooLongTexts } from "../helpers/analysis/analysis-texts.js";
import { loadRowsByTable } from "../helpers/engine/rows-by-table.js";
import type { GraphAnswer, Tenant } from "../helpers/server.js";
import { test } from "../helpers/suite.js";
import { createTemplate, UPSERT_TEMPLATE } from "../helpers/analysis/templates.js";

const COMPLETE = `mutation ($id: ID!, $input: AnalysisInput!) {
  completeAnalysis(recordingId: $id, input: $input) { id }
}`;

const analyse = async (org: Tenant, id: string, input: object): Promise<GraphAnswer> =>
  org.sendGraphql(COMPLETE, { id, input: { summary: "A summary.", ...input } });

const buildUtterance = (text: string, start: number, end: number) => ({
  speaker: "A",
  role: "other",
  text,
  start,
  end,
});

/** Refused analyses, by the field that the error names. */
const refused: Record<string, object> = {
  "tags.1": { tags: ["good", "two,tags"] },
  "tags.0": { tags: [""] },
  tags: { tags: Array.from({ length: 101 }, (_, index) => `tag ${index}`) },
  actionItems: { actionItems: Array.from({ length: 1001 }, () => ({ text: "Call" })) },
  "transcript.1.end": { transcript: [buildUtterance("a", 0, 1), buildUtterance("b", 10, 9)] },
  "transcript.0.start": { transcript: [buildUtterance("a", -1, 1)] },
  customFields: { customFields: [1] },
  templateId: { templateId: "no-such-id" },
  name: { name: "n".repeat(1025) },
  ...mapTexts((name) => ({ [name]: tooLongTexts[name] })),
};

for (const [field, input] of Object.entries(refused))
  test(`an analysis with an invalid ${field} is refused and changes nothing`, async (t) => {
    const { org, server } = t.context;
    const id = await org.ingestCall({ transcript: [buildUtterance("Hello", 0, 100)] });
    const before = await loadRowsByTable(server.services.db, org.id);
    const { errors } = await analyse(org, id, {
      transcript: [buildUtterance("Other", 0, 50)],
      tags: ["new"],
      ...input,
    });
    t.deepEqual(errors?.[0]?.extensions, { code: "INVALID_FIELD", field });
    t.deepEqual(await loadRowsByTable(server.services.db, org.id), before);
  });

test("an empty template id is refused", async (t) => {
  const { org } = t.context;
  const { errors } = await analyse(org, await org.ingestCall(), { templateId: "" });
  t.deepEqual(errors?.[0]?.extensions, { code: "INVALID_FIELD", field: "templateId" });
});

test("an analysis requires a summary", async (t) => {
  const { org } = t.context;
  const id = await org.ingestCall();
  const { errors } = await org.sendGraphql(COMPLETE, { id, input: { notes: "Notes" } });
  t.deepEqual(errors?.[0]?.extensions, { code: "MISSING_REQUIRED_FIELD", field: "summary" });
});

const createItems = (characters: number) =>
  Array.from({ length: 4 }, () => ({ text: "é".repeat(characters) }));

test("action items of more than 256 KiB in total are refused", async (t) => {
  const { org } = t.context;
  const id = await org.ingestCall();
  const { errors } = await analyse(org, id, { actionItems: createItems(32 * 1024 + 1) });
  t.deepEqual(errors?.[0]?.extensions, { code: "INVALID_FIELD", field: "actionItems" });
  t.is((await analyse(org, id, { actionItems: createItems(32 * 1024) })).errors, undefined);
});

test("questions and answers of more than 256 KiB in total are refused", async (t) => {
  const { org } = t.context;
  const texts = Array.from({ length: 140 }, () => "q".repeat(1_900));
  const input = { name: "Long", questions: texts.map((question) => ({ question })) };
  const long = await org.sendGraphql(UPSERT_TEMPLATE, { input });
  t.deepEqual(long.errors?.[0]?.extensions, { code: "INVALID_FIELD", field: "questions" });
  const template = await createTemplate(org, "One?", "Two?", "Three?");
  const answers = template.questions.map(({ id }) => ({
    questionId: id,
    answer: "a".repeat(90_000),
    yes: true,
  }));
  const { errors } = await analyse(org, await org.ingestCall(), {
    templateId: template.id,
    process: { answers },
  });
  t.deepEqual(errors?.[0]?.extensions, { code: "INVALID_FIELD", field: "process.answers" });
});
