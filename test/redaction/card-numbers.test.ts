import test from "ava";
import { findCardNumbers } from "../../graph/redaction/find-card-numbers.js";
import { CARD_REPLACEMENT, replaceSpans } from "../../graph/redaction/redact-text.js";
import { createCardCalls } from "./card-calls.js";
import { OTHER_NUMBERS } from "./other-numbers.js";
import { createRandom } from "../../src/demo/random.js";

const redactLines = (lines: readonly { speaker: string; text: string }[]): string[] => {
  const spans = findCardNumbers(lines);
  return lines.map(({ text }, line) =>
    replaceSpans(
      text,
      spans.filter((span) => span.line === line),
      CARD_REPLACEMENT,
    ),
  );
};

const redact = (text: string): string => redactLines([{ speaker: "", text }])[0]!;

test("card numbers of 300 calls in ten spellings are found, and nothing else in the calls is", async (t) => {
  for (const { spelling, secrets, utterances } of createCardCalls(createRandom(22), 300)) {
    const redacted = redactLines(utterances);
    const text = redacted.join("\n");
    for (const secret of secrets) t.false(text.includes(secret), `${spelling}: ${secret}\n${text}`);
    for (const [index, { text: said }] of utterances.entries()) {
      const expected = secrets.reduce(
        (rest, secret) => rest.replace(secret, CARD_REPLACEMENT),
        said,
      );
      t.is(redacted[index], expected, spelling);
    }
  }
});

test("at most 1 in 1,000 other numbers is replaced", async (t) => {
  const random = createRandom(7);
  const kinds = Object.entries(OTHER_NUMBERS);
  const replaced: string[] = [];
  const total = 15_000;
  for (let count = 0; count < total; count += 1) {
    const text = kinds[count % kinds.length]![1](random);
    if (redact(text) !== text) replaced.push(text);
  }
  t.true(replaced.length <= total / 1000, replaced.join("\n"));
});

const CARD = "4111 1111 1111 1111";

const replacedTexts: [text: string, redacted: string][] = [
  [CARD, "[card number]"],
  [`card:${CARD};`, "card:[card number];"],
  ["My Amex is 3782 822463 10005", "My Amex is [card number]"],
  ["visa 4222222222222", "visa [card number]"],
  ["４１１１ １１１１ １１１１ １１１１", "[card number]"],
  ["٤١١١١١١١١١١١١١١١", "[card number]"],
  [
    "four one one one, um, one one one one, and then triple one, one, double one double one",
    "[card number]",
  ],
  ["Meine Karte: vier eins eins eins 1111 1111 1111", "Meine Karte: [card number]"],
  [
    "The card for the invoice is 4111 1111 1111 1111, expiry 12/27",
    "The card for the invoice is [card number], expiry 12/27",
  ],
  [
    "It's the card ending, no, starting with 4111, then the next four are 1111, then 1111 and 1111",
    "It's the card ending, no, starting with [card number]",
  ],
  ["my Visa4111111111111111 please", "my Visa[card number] please"],
  ["card4111 1111 1111 1111exp 12/27", "card[card number]exp 12/27"],
  ["Card: (4111) (1111) (1111) (1111)", "Card: ([card number])"],
  [`card "4111" "1111" "1111" "1111"`, `card "[card number]"`],
  ["Visa **4111** **1111** **1111** **1111**", "Visa **[card number]**"],
  [
    "card <b>4111</b>&nbsp;<b>1111</b> <i class='x'>1111</i> <b>1111</b>",
    "card <b>[card number]</b>",
  ],
  ["card 4111/1111/1111/1111, 12/27", "card [card number], 12/27"],
  ["Visa 4111:1111:1111:1111", "Visa [card number]"],
  ["Visa 4111*1111*1111*1111", "Visa [card number]"],
  ["| card | 4111 | 1111 | 1111 | 1111 |", "| card | [card number] |"],
];

for (const [text, redacted] of replacedTexts)
  test(`is replaced: ${text}`, async (t) => {
    t.is(redact(text), redacted);
  });

const keptTexts = [
  "4111 1111 1111 1112",
  "The order number is 4111 1111 1111 1111",
  "+4111111111111111",
  "GB29NWBK4111111111111111",
  "1234 5678 9012 3452",
  "$4,299.00, 5,499.00, 49.99",
  "call a1b24111111111111111",
  "4111/1111/1111/1111",
  "the card was used on 4/11/1111 at 11:11 for 11/11/11",
  "postcards4111111111111111",
];

for (const text of keptTexts)
  test(`is kept: ${text}`, async (t) => {
    t.is(redact(text), text);
  });

test("a text may have more numbers than a call has arguments", async (t) => {
  const count = 130_000;
  t.is(redact("4111111111111111 ".repeat(count)), "[card number] ".repeat(count));
});

test("a number that two speakers seem to say is one", async (t) => {
  const lines = ["4111 1111", "1111 1111"].map((text, speaker) => ({
    speaker: `${speaker}`,
    text,
  }));
  t.deepEqual(redactLines(lines), ["[card number]", "[card number]"]);
});
