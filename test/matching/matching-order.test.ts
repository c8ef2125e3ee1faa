import fc from "fast-check";
import {
  fetchAppointment,
  completeAnalysis,
  pushAppointment,
} from "../helpers/push-appointment.js";
import { test } from "../helpers/suite.js";

const DELETE = `mutation ($id: ID!) { deleteRecording(id: $id) }`;

// Two calls and two appointments: a call is sent (for either, or for none), a recording processed or
// deleted, an appointment pushed or deleted. The model knows who came first, and nothing else.
type Step = { kind: "call" | "delete" | "process" | "push" | "drop"; of: number; event: number };

const steps = fc.array(
  fc.record<Step>({
    kind: fc.constantFrom("call", "call", "call", "push", "push", "drop", "delete", "process"),
    of: fc.nat({ max: 2 }),
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

test("an appointment always belongs to the earliest call with its event id", async (t) => {
  const { server } = t.context;
  const run = async (taken: Step[]): Promise<void> => {
    const org = await server.createTenant();
    await org.createUser();
    const calls = new Map<number, Call>();
    const pushed = new Set<string>();
    for (const { kind, of, event } of taken) {
      const eventId = eventIds[event]!;
      const call = calls.get(of);
      if (kind === "call") {
        const id = await org.ingestCall({ call_id: `${of}`, event_id: eventId });
        if (!call) calls.set(of, { id, eventId, processed: false });
        else if (!call.processed) call.eventId = eventId;
      } else if (kind === "push" && eventId) {
        await pushAppointment(org, { event_id: eventId });
        pushed.add(eventId);
      } else if (kind === "drop" && eventId && pushed.delete(eventId))
        await org.send("DELETE", `/v1/scheduled-tasks/${eventId}`);
      else if (kind === "delete" && call && calls.delete(of))
        await org.graphql(DELETE, { id: call.id });
      else if (kind === "process" && call) {
        await completeAnalysis(org, call.id);
        call.processed = true;
      }
    }
    for (const eventId of pushed) {
      const first = [...calls.values()].find((call) => call.eventId === eventId);
      t.is((await fetchAppointment(org, eventId)).recordingId, first?.id ?? null);
    }
  };
  await fc.assert(fc.asyncProperty(steps, run), { numRuns: 25 });
});
