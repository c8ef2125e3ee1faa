import {
  analysisTextNames,
  sampleTexts,
  showTexts,
  storeTexts,
} from "../helpers/analysis/analysis-texts.js";
import type { GraphAnswer, Tenant } from "../helpers/server.js";
import { test } from "../helpers/suite.js";

const TEXTS = analysisTextNames.join(" ");
const COMPLETE = `mutation ($id: ID!, $input: AnalysisInput!) {
  recording: completeAnalysis(recordingId: $id, input: $input) {
    name status duration summary ${TEXTS} tags closed customFields
    actionItems { kind text assignee completed }
    process { total }
    template { name }
    transcript { speaker text start end }
    metrics { talkTime questionsAsked }
  }
}`;

const analyse = async (org: Tenant, id: string, input: object): Promise<GraphAnswer> =>
  org.sendGraphql(COMPLETE, { id, input: { summary: "A summary.", ...input } });

// oxlint-disable-next-line typescript/no-explicit-any
const analysed = async (org: Tenant, id: string, input: object = {}): Promise<any> => {
  const { data, errors } = await analyse(org, id, input);
  if (errors) throw new Error(JSON.stringify(errors));
  return data.recording;
};

const buildUtterance = (text: string, start: number, end: number) => ({
  speaker: "A",
  role: "other",
  text,
  start,
  end,
});

test("omitted content is empty, and summary and notes are never null", async (t) => {
  const { org } = t.context;
  t.like(await analysed(org, await org.ingestCall()), {
    status: "processed",
    summary: "A summary.",
    ...storeTexts({}),
    actionItems: null,
    tags: [],
    closed: false,
    customFields: {},
    process: null,
    template: null,
    transcript: [],
  });
});

test("a recording has no content before it is processed", async (t) => {
  const { org } = t.context;
  const id = await org.ingestCall({ transcript: [buildUtterance("Hello", 0, 100)] });
  const { recording } = await org.graphql(
    `query ($id: ID!) {
      recording(id: $id) {
        summary ${TEXTS} tags actionItems { text } process { total } metrics { talkTime }
        transcript { text }
      }
    }`,
    { id },
  );
  t.deepEqual(recording, {
    summary: null,
    ...showTexts(null),
    tags: [],
    actionItems: null,
    process: null,
    metrics: null,
    transcript: [],
  });
});

test("an analysis replaces all content of the previous one", async (t) => {
  const { org } = t.context;
  const id = await org.ingestCall();
  const { upsertTemplate: template } = await org.graphql(`mutation {
    upsertTemplate(input: { name: "Visit", questions: [{ question: "Greeted?" }] }) {
      id questions { id }
    }
  }`);
  const first = await analysed(org, id, {
    ...sampleTexts,
    actionItems: [{ text: "Call back" }, { kind: "client", text: "Pay", completed: true }],
    templateId: template.id,
    process: { answers: [{ questionId: template.questions[0].id, yes: true }] },
    tags: ["a", "b"],
    transcript: [{ ...buildUtterance("Why?", 0, 100), role: "rep" }],
  });
  t.like(first, sampleTexts);
  const again = await analysed(org, id, {
    summary: "Another",
    actionItems: [{ text: "Send offer", assignee: "Robin" }],
    tags: ["c"],
    transcript: [buildUtterance("Hello", 0, 100)],
  });
  t.like(again, {
    summary: "Another",
    ...storeTexts({}),
    actionItems: [{ kind: "explicit", text: "Send offer", assignee: "Robin", completed: false }],
    tags: ["c"],
    process: null,
    template: null,
    transcript: [{ speaker: "A", text: "Hello", start: 0, end: 100 }],
    metrics: { talkTime: null, questionsAsked: null },
  });
  t.like(await analysed(org, id), { actionItems: null, tags: [] });
});

test("action items are null if omitted and empty if none were found", async (t) => {
  const { org } = t.context;
  const id = await org.ingestCall();
  t.is((await analysed(org, id)).actionItems, null);
  t.deepEqual((await analysed(org, id, { actionItems: [] })).actionItems, []);
});

test("action items keep their order and kind", async (t) => {
  const { org } = t.context;
  const items = ["z", "a", "m"].map((text, index) => ({
    kind: index === 1 ? "client" : "explicit",
    text,
    assignee: index === 2 ? "Ann" : null,
    completed: index === 0,
  }));
  const recording = await analysed(org, await org.ingestCall(), { actionItems: items });
  t.deepEqual(recording.actionItems, items);
});

test("an analysis that omits name, closed and custom fields keeps them", async (t) => {
  const { org } = t.context;
  const id = await org.ingestCall({ name: "As sent", custom_fields: { deal: 1, stage: "new" } });
  t.like(await analysed(org, id), {
    name: "As sent",
    closed: false,
    customFields: { deal: 1, stage: "new" },
  });
  const changes = { name: "Renamed", closed: true, customFields: { stage: "won", by: "Robin" } };
  const expected = {
    name: "Renamed",
    closed: true,
    customFields: { deal: 1, stage: "won", by: "Robin" },
  };
  t.like(await analysed(org, id, changes), expected);
  t.like(await analysed(org, id), expected);
  t.is((await analysed(org, id, { closed: false })).closed, false);
});

test("an analysis without a transcript keeps the call's transcript", async (t) => {
  const { org } = t.context;
  const id = await org.ingestCall({ transcript: [buildUtterance("From the dialer", 0, 100)] });
  const { transcript } = await analysed(org, id);
  t.deepEqual(transcript, [{ speaker: "A", text: "From the dialer", start: 0, end: 100 }]);
  const corrected = await analysed(org, id, { transcript: [buildUtterance("Corrected", 0, 90)] });
  t.deepEqual(corrected.transcript, [{ speaker: "A", text: "Corrected", start: 0, end: 90 }]);
  const again = await analysed(org, id);
  t.deepEqual(again.transcript, corrected.transcript);
  t.deepEqual((await analysed(org, id, { transcript: [] })).transcript, []);
});

test("the duration is the sent one, else the latest end of an utterance", async (t) => {
  const { org } = t.context;
  const transcript = [buildUtterance("Long", 0, 9000), buildUtterance("Short", 100, 200)];
  t.is((await analysed(org, await org.ingestCall({ duration_ms: 5 }), { transcript })).duration, 5);
  const id = await org.ingestCall();
  t.is((await analysed(org, id, { transcript })).duration, 9000);
  t.is(
    (await analysed(org, id, { transcript: [buildUtterance("Short", 100, 200)] })).duration,
    200,
  );
  t.is((await analysed(org, await org.ingestCall())).duration, 0);
});

test("tags keep their order, and a repeated tag is stored once", async (t) => {
  const { org } = t.context;
  const recording = await analysed(org, await org.ingestCall(), {
    tags: ["b", "a", "b", "B", " a"],
  });
  t.deepEqual(recording.tags, ["b", "a", "B", " a"]);
});
