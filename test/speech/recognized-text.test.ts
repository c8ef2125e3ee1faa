import test from "ava";
import llamaTokenizer from "llama-tokenizer-js";
import { toText } from "../../src/speech/recognizer.js";

for (const [heard, written] of [
  ["i think i'll go, and i’m sure", "I think I'll go, and I’m sure"],
  ["Should i?", "Should I?"],
  ["it is i", "it is I"],
  ["i.e. a wi-fi of Hawai'i, iPad and ski", "i.e. a wi-fi of Hawai'i, iPad and ski"],
] as const)
  test(`“${heard}” is written “${written}”`, (t) => {
    t.is(toText(llamaTokenizer.encode(heard, false, true)), written);
  });
