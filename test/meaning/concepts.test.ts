import test from "ava";
import { CONCEPTS } from "../../src/meaning/concepts/concepts.js";
import { matchQuestion } from "../../src/meaning/concepts/questions.js";
import { createMeaning } from "../../src/meaning/meaning.js";
import {
  CONVERSATIONS,
  computePrecision,
  computeRecall,
  LABELLED,
  measureQuality,
  sumQualities,
} from "../helpers/meaning/labelled.js";

const meaning = createMeaning();

for (const [name, sentences, minPrecision, minRecall] of [
  ["sentences", LABELLED.filter(({ isBlind }) => isBlind), 0.96, 0.74],
  ["conversations", CONVERSATIONS, 0.89, 0.71],
] as const)
  test(`concepts are recognized in ${name} that the classifier has not learned from`, async (t) => {
    const quality = sumQualities((await measureQuality(meaning, sentences)).values());
    t.true(computePrecision(quality) >= minPrecision, JSON.stringify(quality));
    t.true(computeRecall(quality) >= minRecall, JSON.stringify(quality));
  });

test("each concept's own questions ask for it", (t) => {
  for (const { id, questions } of CONCEPTS)
    for (const question of questions) t.is(matchQuestion(question), id, question);
});

test("questions about something else ask for no concept", (t) => {
  for (const question of [
    "",
    "Did the rep wear shoe covers?",
    "Was the rep polite?",
    "Did the rep use the client's name?",
    "Were the gutters measured?",
    "Did the rep listen more than he talked?",
    "Was the attic inspected?",
  ])
    t.is(matchQuestion(question), undefined, question);
});
