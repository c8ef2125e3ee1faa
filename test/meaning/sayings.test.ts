import test from "ava";
import type { ConceptId } from "../../src/meaning/concepts/concepts.js";
import { findSayings } from "../../src/meaning/concepts/sayings.js";

const SAID: [ConceptId, ...string[]][] = [
  [
    "price_objection",
    "That's too expensive.",
    "Honestly, that’s way too much money",
    "we can't afford that right now",
    "That is a lot of money for a door.",
    "It's more than we had in mind.",
    "The price is pretty steep.",
  ],
  [
    "timing_objection",
    "We need to think about it.",
    "Let us think it over.",
    "I'd like to sleep on it.",
    "It isn't a good time for us.",
    "I'll get back to you.",
  ],
  [
    "partner_objection",
    "I have to talk to my wife first.",
    "Let me run it by my partner.",
    "I need to talk to Mark about this.",
  ],
  ["other_quotes", "We're getting two more quotes.", "I want to shop around a bit."],
  ["discount", "Can you come down a little?", "Is there a discount if we pay cash?"],
  ["deal_closed", "Okay, let's do it.", "Where do we sign?", "We'll take it."],
  ["deal_lost", "We went with another company.", "We decided against it.", "I'm not interested."],
  ["asks_for_order", "Would you like to go ahead?", "Shall we put you on the schedule?"],
  ["decision_makers", "Is there anyone else who is part of the decision?"],
  ["price", "The total comes to fourteen thousand.", "Your price would be $9,800."],
];

for (const [id, ...texts] of SAID)
  test(`usual words say it: ${id}`, (t) => {
    for (const text of texts) t.true(findSayings(text).includes(id), text);
  });

test("the opposite, a condition, other costs and other meanings say nothing", (t) => {
  for (const text of [
    "",
    "That's not too expensive at all.",
    "It isn't really too much money.",
    "I wouldn't say that it's too expensive.",
    "My heating bill is too expensive.",
    "I can't afford to be late.",
    "If you take a hundred off, we have a deal.",
    "Let's do it tomorrow.",
    "We'll take it slow.",
    "I'm not interested in the blue one.",
    "Put it down on the table.",
    "I think about that summer a lot.",
    "My wife talks to the neighbors.",
  ])
    t.deepEqual(findSayings(text), [], text);
});
