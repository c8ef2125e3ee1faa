import type { GraphAnswer, Tenant } from "./helpers/server.js";
import { test } from "./helpers/suite.js";

const COMPLETE = `mutation ($id: ID!, $input: AnalysisInput!) {
  recording: completeAnalysis(recordingId: $id, input: $input) {
    name status duration summary notes coaching tags closed customFields
    actionItems { kind text assignee completed }
    process { total }
    template { name }
    transcript { speaker text start end }
    metrics { talkTime questionsAsked }
  }
}`;

const analyse = async (org: Tenant, id: string, input: object): Promise<GraphAnswer> =>
  org.ask(COMPLETE, { id, input: { summary: "A summary.", ...input } });

// oxlint-disable-next-line typescript/no-explicit-any
const analysed = async (org: Tenant, id: string, input: object = {}): Promise<any> => {
  const { data, errors } = await analyse(org, id, input);
  if (errors) throw new Error(JSON.stringify(errors));
  return data.recording;
};

const said = (text: string, start: number, end: number) => ({
  speaker: "A",
  role: "other",
  text,
  start,
  end,
});

test("what an analysis does not say is empty, and the summary and notes are never null", async (t) => {
  const { org } = t.context;
  t.like(await analysed(org, await org.call()), {
    status: "processed",
    summary: "A summary.",
    notes: "",
    coaching: null,
    actionItems: null,
    tags: [],
    closed: false,
    customFields: {},
    process: null,
    template: null,
    transcript: [],
  });
});

test("a recording that is not processed has no content yet", async (t) => {
  const { org } = t.context;
  const id = await org.call({ transcript: [said("Hello", 0, 100)] });
  const { recording } = await org.graph(
    `query ($id: ID!) {
      recording(id: $id) {
        summary notes coaching tags actionItems { text } process { total } metrics { talkTime }
        transcript { text }
      }
    }`,
    { id },
  );
  t.deepEqual(recording, {
    summary: null,
    notes: null,
    coaching: null,
    tags: [],
    actionItems: null,
    process: null,
    metrics: null,
    transcript: [],
  });
});

test("an analysis replaces the content of the one before, whether or not it has its own", async (t) => {
  const { org } = t.context;
  const id = await org.call();
  const { upsertTemplate: template } = await org.graph(`mutation {
    upsertTemplate(input: { name: "Visit", questions: [{ question: "Greeted?" }] }) {
      id questions { id }
    }
  }`);
  await analysed(org, id, {
    notes: "Notes",
    coaching: "# Coaching",
    actionItems: [{ text: "Call back" }, { kind: "client", text: "Pay", completed: true }],
    templateId: template.id,
    process: { answers: [{ questionId: template.questions[0].id, yes: true }] },
    tags: ["a", "b"],
    transcript: [{ ...said("Why?", 0, 100), role: "rep" }],
  });
  const again = await analysed(org, id, {
    summary: "Another",
    actionItems: [{ text: "Send offer", assignee: "Robin" }],
    tags: ["c"],
    transcript: [said("Hello", 0, 100)],
  });
  t.like(again, {
    summary: "Another",
    notes: "",
    coaching: null,
    actionItems: [{ kind: "explicit", text: "Send offer", assignee: "Robin", completed: false }],
    tags: ["c"],
    process: null,
    template: null,
    transcript: [{ speaker: "A", text: "Hello", start: 0, end: 100 }],
    metrics: { talkTime: 0, questionsAsked: 0 },
  });
  t.like(await analysed(org, id), { actionItems: null, tags: [] });
});

test("action items are null where there was no such part, and empty where there were none", async (t) => {
  const { org } = t.context;
  const id = await org.call();
  t.is((await analysed(org, id)).actionItems, null);
  t.deepEqual((await analysed(org, id, { actionItems: [] })).actionItems, []);
});

test("action items stay in their order, each of its kind", async (t) => {
  const { org } = t.context;
  const items = ["z", "a", "m"].map((text, index) => ({
    kind: index === 1 ? "client" : "explicit",
    text,
    assignee: index === 2 ? "Ann" : null,
    completed: index === 0,
  }));
  const recording = await analysed(org, await org.call(), { actionItems: items });
  t.deepEqual(recording.actionItems, items);
});

test("name, closed and custom fields stay as they were where an analysis says nothing of them", async (t) => {
  const { org } = t.context;
  const id = await org.call({ name: "As sent", custom_fields: { deal: 1, stage: "new" } });
  t.like(await analysed(org, id), {
    name: "As sent",
    closed: false,
    customFields: { deal: 1, stage: "new" },
  });
  const given = { name: "Renamed", closed: true, customFields: { stage: "won", by: "Robin" } };
  const kept = {
    name: "Renamed",
    closed: true,
    customFields: { deal: 1, stage: "won", by: "Robin" },
  };
  t.like(await analysed(org, id, given), kept);
  t.like(await analysed(org, id), kept);
  t.is((await analysed(org, id, { closed: false })).closed, false);
});

test("the transcript of the call is kept where the analysis sends none", async (t) => {
  const { org } = t.context;
  const id = await org.call({ transcript: [said("From the dialer", 0, 100)] });
  const { transcript } = await analysed(org, id);
  t.deepEqual(transcript, [{ speaker: "A", text: "From the dialer", start: 0, end: 100 }]);
  const corrected = await analysed(org, id, { transcript: [said("Corrected", 0, 90)] });
  t.deepEqual(corrected.transcript, [{ speaker: "A", text: "Corrected", start: 0, end: 90 }]);
  const again = await analysed(org, id);
  t.deepEqual(again.transcript, corrected.transcript);
  t.deepEqual((await analysed(org, id, { transcript: [] })).transcript, []);
});

test("the duration is as sent, else the end of the last word, be it not the last utterance's", async (t) => {
  const { org } = t.context;
  const transcript = [said("Long", 0, 9000), said("Short", 100, 200)];
  t.is((await analysed(org, await org.call({ duration_ms: 5 }), { transcript })).duration, 5);
  const id = await org.call();
  t.is((await analysed(org, id, { transcript })).duration, 9000);
  t.is((await analysed(org, id, { transcript: [said("Short", 100, 200)] })).duration, 200);
  t.is((await analysed(org, await org.call())).duration, 0);
});

test("tags keep their order, and one that is given twice counts once", async (t) => {
  const { org } = t.context;
  const recording = await analysed(org, await org.call(), { tags: ["b", "a", "b", "B", " a"] });
  t.deepEqual(recording.tags, ["b", "a", "B", " a"]);
});
