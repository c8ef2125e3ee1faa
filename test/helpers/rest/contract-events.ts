import { createTemplate } from "../analysis/templates.js";
import { closeWindowsAt } from "../appointments/close-windows.js";
import { pushAppointment } from "../appointments/push-appointment.js";
import { addComment } from "../comments/comments.js";
import { createTracker, searchTrackers } from "../trackers/trackers.js";
import type { SharedServer, Tenant } from "../server.js";

/** The events of the contract, each with changes that send it exactly once, to a webhook subscribed only to it. */
export const contractEvents = {
  "recording.processed": async ({ org }) => {
    await org.createProcessed(
      { custom_fields: { campaign: "spring", id: "not ours" } },
      { actionItems: [{ text: "Call back" }] },
    );
  },
  "recording.integration_updated": async ({ org }) => {
    const id = await org.createProcessed();
    await org.graphql(`mutation { syncRecording(recordingId: "${id}") { id } }`);
  },
  "client.created": async ({ org }) => {
    const id = await org.ingestCall();
    await org.graphql(`mutation {
      createClient(input: { recordingId: "${id}", name: "Kim", entity: { source: "walk-in" } }) { id }
      completeAnalysis(recordingId: "${id}", input: { summary: "New." }) { id }
    }`);
  },
  "recording.failed": async ({ org }) => {
    const id = await org.ingestCall({ custom_fields: { campaign: "spring" } });
    await org.graphql(`mutation {
      startAnalysis(recordingId: "${id}") { id }
      failAnalysis(recordingId: "${id}", reason: "No sound") { id }
    }`);
  },
  "score.created": async ({ org }) => {
    const { id: templateId, questions } = await createTemplate(org, "Was there a greeting?");
    const answers = [{ questionId: questions[0]!.id, answer: "Warmly", yes: true }];
    await org.createProcessed({}, { templateId, process: { answers } });
  },
  "appointment.missed": async ({ server, org }) => {
    await pushAppointment(org, { start_time: "2026-03-03T10:00:00Z" });
    await closeWindowsAt(server, org, "2026-03-04T10:00:00Z");
  },
  "comment.created": async ({ org }) => {
    const id = await org.createProcessed();
    await addComment(org, id, { mentions: ["rep@example.com"], start: 0 });
  },
  "tracker.hit": async ({ server, org }) => {
    await createTracker(org, ["price"]);
    const transcript = [
      { speaker: "A", role: "client", text: "What is the price?", start: 0, end: 1 },
    ];
    await org.createProcessed({ transcript });
    await searchTrackers(server, org);
  },
} as const satisfies Record<string, (at: { server: SharedServer; org: Tenant }) => Promise<void>>;

export type EventName = keyof typeof contractEvents;

export const eventNames = Object.keys(contractEvents) as EventName[];
