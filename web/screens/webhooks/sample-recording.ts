/** A sample recording in the shape of /v1, for webhook tests. */
export const sampleRecording = {
  id: "test",
  name: "Sample call",
  status: "processed",
  duration: 61_000,
  summary: "This is a webhook test.",
  notes: "",
  actionItems: [
    { kind: "explicit", text: "Respond with status 2xx", assignee: null, completed: false },
  ],
  tags: [],
};
