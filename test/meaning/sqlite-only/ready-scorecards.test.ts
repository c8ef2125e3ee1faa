import test from "ava";
import { matchQuestion } from "../../../src/meaning/concepts/questions.js";

interface ReadyScorecard {
  name: string;
  questions: string[];
}

// The console's own file, which this program's build leaves out.
const file = new URL("../../../../web/screens/scorecards/ready.ts", import.meta.url).href;
const { readyScorecards } = (await import(file)) as { readyScorecards: ReadyScorecard[] };

for (const { name, questions } of readyScorecards)
  test(`the rules know what each question of "${name}" asks for`, (t) => {
    const concepts = questions.map((question) => matchQuestion(question));
    t.false(concepts.includes(undefined), questions[concepts.indexOf(undefined)]);
    t.is(new Set(concepts).size, questions.length, "two questions ask for the same");
  });
