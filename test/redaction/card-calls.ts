import type { Random } from "../../src/demo/random.js";
import { createCardNumber, SPELLINGS } from "./card-numbers.js";

export interface CardCall {
  spelling: string;
  /** The texts that no store may have: each has eight or more digits of the number. */
  secrets: string[];
  utterances: { speaker: string; role: "rep" | "client"; text: string }[];
}

const QUESTIONS = [
  "Can I take your card number, please?",
  "Which card would you like to use?",
  "Go ahead whenever you are ready.",
  "And how would you like to pay for that?",
];
const ANSWERS: readonly ((part: string) => string)[] = [
  (part) => `Yes, it's ${part}.`,
  (part) => part,
  (part) => `Sure. My Visa is ${part}, and it expires 12/27.`,
  (part) => `Okay, ${part}. Did you get that?`,
];

/** Creates a call in which the customer says a card's number, with other talk around it. */
const createCardCall = (random: Random, spelling: string): CardCall => {
  const parts = SPELLINGS[spelling]!(createCardNumber(random));
  const utterances: CardCall["utterances"] = [];
  const say = (role: "rep" | "client", text: string) =>
    utterances.push({ role, speaker: role === "rep" ? "Agent" : "Customer", text });
  say("rep", "Thanks for calling. The order number is 10492, and the total is $1,299.00.");
  say("client", "Great, 3 of them, and my phone number is 415-555-0134.");
  say("rep", random.pick(QUESTIONS));
  const answer = random.pick(ANSWERS);
  for (const [index, part] of parts.entries()) {
    if (index > 0) say("rep", random.pick(["Uh-huh.", "Okay.", "Yes, go on."]));
    say("client", parts.length > 1 ? part : answer(part));
  }
  say("rep", "Thank you. It will arrive by March 14th, 2026.");
  return { spelling, secrets: parts, utterances };
};

/** Creates calls in all spellings in turn. */
export const createCardCalls = (random: Random, count: number): CardCall[] => {
  const names = Object.keys(SPELLINGS);
  return Array.from({ length: count }, (_value, index) =>
    createCardCall(random, names[index % names.length]!),
  );
};
