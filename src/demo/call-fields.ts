import { stageTitles } from "./phrases/results.js";
import type { Project, Step } from "./projects.js";

export const buildTitle = ({ project, step }: { project: Project; step: Step }): string =>
  `${stageTitles[step.stage]}: ${project.facts["project"]}`;

/** Builds what the CRM adds to a call. */
export const buildCustomFields = (
  { number, facts }: Project,
  { stage }: Step,
): Record<string, string | number> => ({
  job: `JOB-${number}`,
  stage,
  leadSource: facts["source"]!.replace(/^(your|an?|the) /, ""),
  ...(stage !== "inquiry" && { quote: Number(facts["price"]!.replace(/\D/g, "")) }),
});
