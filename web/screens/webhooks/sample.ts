/** A made-up recording, as /v1 shows one, for a test of a webhook. */
export const sample = {
  id: "test",
  name: "A made-up call",
  status: "processed",
  duration: 61_000,
  summary: "This is a test of the webhook.",
  notes: "",
  actionItems: [
    { kind: "explicit", text: "Answer with a status of 2xx", assignee: null, completed: false },
  ],
  tags: [],
};
