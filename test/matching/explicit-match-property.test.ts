import fc from "fast-check";
import {
  fetchAppointment,
  completeAnalysis,
  pushAppointment,
} from "../helpers/appointments/push-appointment.js";
import { test } from "../helpers/suite.js";

const DELETE = `mutation ($id: ID!) { deleteRecording(id: $id) }`;

// A step sends a call (with either event id or none), processes or deletes a recording, or pushes or
// deletes an appointment. The model knows only the order in which the calls arrived.
type Step = { kind: "call" | "delete" | "process" | "push" | "drop"; call: number; event: number };

const stepLists = fc.array(
  fc.record<Step>({
    kind: fc.constantFrom("call", "call", "call", "push", "push", "drop", "delete", "process"),
    call: fc.nat({ max: 2 }),
    event: fc.nat({ max: 2 }),
  }),
  { minLength: 4, maxLength: 12 },
);

const eventIds = ["e-0", "e-1", null];

interface Call {
  id: string;
  eventId: string | null;
  processed: boolean;
}

test("an appointment always matches the first call to arrive, of those with its event id", async (t) => {
  const { server } = t.context;
  const run = async (steps: Step[]): Promise<void> => {
    const org = await server.createTenant();
    await org.createUser();
    const calls = new Map<number, Call>();
    const pushed = new Set<string>();
    // The call of a deleted recording is refused: the next one has another id.
    const deletions = new Map<number, number>();
    for (const { kind, call: number, event } of steps) {
      const eventId = eventIds[event]!;
      const call = calls.get(number);
      if (kind === "call") {
        const callId = `${number} ${deletions.get(number) ?? 0}`;
        const id = await org.ingestCall({ call_id: callId, event_id: eventId });
        if (!call) calls.set(number, { id, eventId, processed: false });
        else if (!call.processed) call.eventId = eventId;
      } else if (kind === "push" && eventId) {
        await pushAppointment(org, { event_id: eventId });
        pushed.add(eventId);
      } else if (kind === "drop" && eventId && pushed.delete(eventId))
        await org.send("DELETE", `/v1/scheduled-tasks/${eventId}`);
      else if (kind === "delete" && call && calls.delete(number)) {
        await org.graphql(DELETE, { id: call.id });
        deletions.set(number, (deletions.get(number) ?? 0) + 1);
      } else if (kind === "process" && call) {
        await completeAnalysis(org, call.id);
        call.processed = true;
      }
    }
    for (const eventId of pushed) {
      const first = [...calls.values()].find((call) => call.eventId === eventId);
      t.is((await fetchAppointment(org, eventId)).recordingId, first?.id ?? null);
    }
  };
  await fc.assert(fc.asyncProperty(stepLists, run), { numRuns: 25 });
});
