import { sendOperation } from "../../lib/send-operation.js";
import { readyScorecards } from "../scorecards/ready.js";
import { CreateFirstScorecard, HasScorecards } from "./setup.graphql.js";

const NONE = "None";

/** The choices for a new organization's first scorecard, the usual one first. */
export const firstScorecardTexts: Readonly<Record<string, string>> = Object.fromEntries(
  [...readyScorecards.map(({ name }) => name), NONE].map((name) => [name, name]),
);

/**
 * Creates the chosen scorecard, unless the organization has one. A failure has no message: the first step of the start
 * page stays open.
 */
export const createFirstScorecard = async (name: string): Promise<void> => {
  const ready = readyScorecards.find((one) => one.name === name);
  if (!ready) return;
  const { data } = await sendOperation(HasScorecards, {});
  if (data?.gettingStarted.hasScorecards !== false) return;
  const questions = ready.questions.map((question) => ({ question }));
  await sendOperation(CreateFirstScorecard, { input: { name, questions } });
};
