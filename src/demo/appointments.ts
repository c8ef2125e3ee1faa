import { buildTitle } from "./call-fields.js";
import { MINUTE_MS } from "./calendar.js";
import type { DemoEvent } from "./events.js";
import type { Project, Stage, Step } from "./projects.js";

const DURATIONS_MS: Record<Stage, number> = {
  inquiry: 15 * MINUTE_MS,
  visit: 90 * MINUTE_MS,
  review: 45 * MINUTE_MS,
  followup: 15 * MINUTE_MS,
  checkin: 15 * MINUTE_MS,
};

export const buildEventId = (project: Project, step: Step): string | undefined =>
  step.hasAppointment ? `JOB-${project.number}-${project.steps.indexOf(step) + 1}` : undefined;

/** Builds the event in which the CRM pushes an appointment. */
export const buildAppointmentEvent = (
  at: number,
  project: Project,
  step: Step,
  eventId: string,
): DemoEvent<"appointment"> => ({
  kind: "appointment",
  at,
  input: {
    eventId,
    userEmail: step.rep.email,
    startTime: new Date(step.startsAt).toISOString(),
    endTime: new Date(step.startsAt + DURATIONS_MS[step.stage]).toISOString(),
    title: buildTitle({ project, step }),
    customer: project.client,
    metadata: { job: `JOB-${project.number}`, trade: project.trade },
  },
});
