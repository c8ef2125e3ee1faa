import type { Tenant } from "../server.js";
import type { Template } from "../analysis/templates.js";

/** Sends mutations in batches of twenty, which is faster than one request each. */
export const sendMutations = async (org: Tenant, fields: string[]): Promise<unknown[]> => {
  const results: unknown[] = [];
  for (let from = 0; from < fields.length; from += 20) {
    const part = fields.slice(from, from + 20).map((field, index) => `m${index}: ${field}`);
    results.push(...Object.values<unknown>(await org.graphql(`mutation { ${part.join("\n")} }`)));
  }
  return results;
};

/**
 * Creates complete processed recordings, numbered `from` to `to - 1`. Each has its own user, client
 * and appointment, answers to the template, action items, tags and a transcript.
 */
export const createFullRecordings = async (
  org: Tenant,
  { from, to }: { from: number; to: number },
  { id, questions }: Template,
): Promise<void> => {
  const numbers = Array.from({ length: to - from }, (_, index) => from + index);
  const sendForEach = async (field: (number: number) => string): Promise<unknown[]> =>
    sendMutations(org, numbers.map(field));
  await sendForEach(
    (n) => `upsertUser(input: { email: "u${n}@example.com", name: "U${n}" }) { email }`,
  );
  await sendForEach(
    (n) => `upsertAppointment(input: {
      eventId: "e-${n}", userEmail: "u${n}@example.com", startTime: "2026-03-02T10:00:00Z"
      customer: { id: "c-${n}", name: "C${n}" }
    }) { id }`,
  );
  const calls = (await sendForEach(
    (n) => `ingestCall(input: {
      callId: "full-${n}", userEmail: "u${n}@example.com", startedAt: "2026-03-02T10:00:00Z"
      eventId: "e-${n}", customer: { id: "c-${n}" }
    }) { id }`,
  )) as { id: string }[];
  const answers = questions.map((question) => `{ questionId: "${question.id}", yes: true }`);
  await sendMutations(
    org,
    calls.map(
      (call) => `completeAnalysis(recordingId: "${call.id}", input: {
        summary: "A summary.", templateId: "${id}", tags: ["a", "b"]
        actionItems: [{ text: "Call back" }, { text: "Send offer", kind: client }]
        process: { answers: [${answers.join(" ")}] }
        transcript: [
          { speaker: "A", role: rep, text: "Hello?", start: 0, end: 1000 }
          { speaker: "B", role: client, text: "Yes.", start: 1000, end: 2000 }
        ]
      }) { id }`,
    ),
  );
};
