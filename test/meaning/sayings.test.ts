import test from "ava";
import type { ConceptId } from "../../src/meaning/concepts/concepts.js";
import { findSayings } from "../../src/meaning/concepts/sayings.js";

const SAID: [ConceptId, ...string[]][] = [
  [
    "price_objection",
    "That's too expensive.",
    "Too expensive.",
    "Isn't that too expensive?",
    "It's not only ugly but too expensive.",
    "Honestly, that’s way too much money",
    "That's too much money for a water heater.",
    "we can't afford that right now",
    "That is a lot of money for a door.",
    "It's more than we had in mind.",
    "The price is pretty steep.",
  ],
  [
    "timing_objection",
    "We need to think about it.",
    "I'd have to think.",
    "Let us think it over.",
    "I'd like to sleep on it.",
    "It isn't a good time for us.",
    "I'd rather wait until spring.",
    "I'll get back to you.",
  ],
  [
    "partner_objection",
    "I have to talk to my wife first.",
    "Let me run it by my partner.",
    "I'd like to ask my fiancé.",
    "I need to talk to Mark about this.",
    "I can't decide without my husband.",
  ],
  ["other_quotes", "We're getting two more quotes.", "I want to shop around a bit."],
  [
    "discount",
    "Can you come down a little?",
    "Is there a discount if we pay cash?",
    "Don't you offer any discounts?",
    "Can you knock five hundred off?",
  ],
  [
    "deal_closed",
    "Okay, let's do it.",
    "Let us go ahead.",
    "Where do we sign?",
    "We'll take it.",
    "Then you have a deal.",
  ],
  [
    "deal_lost",
    "We went with another company.",
    "No, we decided to go with somebody else.",
    "We decided against it.",
    "We have decided not to do it this year.",
    "I'm not interested.",
    "Not interested.",
  ],
  ["asks_for_order", "Would you like to go ahead?", "Shall we put you on the schedule?"],
  ["decision_makers", "Is there anyone else who is part of the decision?"],
  ["price", "The total comes to fourteen thousand.", "Your price would be $9,800."],
];

for (const [id, ...texts] of SAID)
  test(`usual words say it: ${id}`, (t) => {
    for (const text of texts) t.true(findSayings(text).includes(id), text);
  });

const OTHERS: Record<string, readonly string[]> = {
  opposites: [
    "That's not too expensive at all.",
    "It isn't really too much money.",
    "I wouldn't say that it's too expensive.",
    "I don't think it's too expensive.",
    "We can't wait until spring, it leaks.",
    "We haven't gone with another company yet.",
    "It's not that I'm not interested.",
    "I can decide without my wife.",
    "I did talk to my wife, and we want it.",
  ],
  conditions: [
    "If you take a hundred off, we have a deal.",
    "Well, if you can do ten thousand, you've got a deal.",
    "We would go with another company.",
  ],
  "other costs and other people": [
    "My heating bill is too expensive.",
    "The other company was way too expensive.",
    "I can't afford to be late.",
    "My neighbor went with another company.",
    "I've lived here without my husband since he passed.",
    "You sent me two quotes.",
  ],
  "other meanings": [
    "",
    "It's a deal breaker for us.",
    "Do you have a deal for seniors?",
    "I'll take it as a no.",
    "Let's do it tomorrow.",
    "We'll take it slow.",
    "Let's go ahead and schedule the visit.",
    "Can we go with a different color?",
    "We decided not to move, so we want to fix it up.",
    "I'm not interested in the blue one.",
    "The roof is pretty steep.",
    "I'd have to think, maybe twenty years.",
    "I need to talk to somebody about this leak.",
    "Could it cost more than the estimate?",
    "You can go down in the basement.",
    "Will you knock the old plaster off?",
    "Put it down on the table.",
    "I do not want to rush you.",
    "I think about that summer a lot.",
    "My wife talks to the neighbors.",
    "Shall we get started?",
    "Do you want to go ahead and show me the attic?",
    "Anyone who decides today gets ten percent off.",
    "Everything is a hundred percent guaranteed.",
  ],
};

for (const [kind, texts] of Object.entries(OTHERS))
  test(`${kind} say nothing`, (t) => {
    for (const text of texts) t.deepEqual(findSayings(text), [], text);
  });
