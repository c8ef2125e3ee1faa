import { titleOf } from "./analysis.js";
import { MINUTE } from "./calendar.js";
import type { DemoEvent } from "./events.js";
import type { Project, Stage, Step } from "./projects.js";

const LENGTH: Record<Stage, number> = {
  inquiry: 15 * MINUTE,
  visit: 90 * MINUTE,
  review: 45 * MINUTE,
  followup: 15 * MINUTE,
  checkin: 15 * MINUTE,
};

export const eventIdOf = (project: Project, step: Step): string | undefined =>
  step.appointment ? `JOB-${project.number}-${project.steps.indexOf(step) + 1}` : undefined;

/** The appointment as the CRM pushes it. */
export const push = (
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
    endTime: new Date(step.startsAt + LENGTH[step.stage]).toISOString(),
    title: titleOf({ project, step }),
    customer: project.client,
    metadata: { job: `JOB-${project.number}`, trade: project.trade },
  },
});
