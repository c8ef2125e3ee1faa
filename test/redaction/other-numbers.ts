import type { Random } from "../../src/demo/random.js";
import { randomDigits } from "./card-numbers.js";

const SAY = "zero one two three four five six seven eight nine".split(" ");
const twoDigits = (value: number): string => String(value).padStart(2, "0");

const date = (random: Random): string =>
  [random.int(2020, 2027), twoDigits(random.int(1, 12)), twoDigits(random.int(1, 28))]
    .map(String)
    .join(random.pick(["-", ".", "/", ""]));

const price = (random: Random): string =>
  `${random.int(1, 9)},${randomDigits(random, 3)}.${randomDigits(random, 2)}`;

/** Kinds of numbers in calls that aren't cards', each in a sentence. */
export const OTHER_NUMBERS: Readonly<Record<string, (random: Random) => string>> = {
  phone: (random) =>
    `Call me at ${random.pick(["+1 ", "+44 ", "(", ""])}${randomDigits(random, 3)}-${randomDigits(random, 3)}-${randomDigits(random, 4)}.`,
  "two phones": (random) =>
    `Either ${randomDigits(random, 3)} ${randomDigits(random, 3)} ${randomDigits(random, 4)} or ${randomDigits(random, 3)} ${randomDigits(random, 3)} ${randomDigits(random, 4)}.`,
  "spoken phone": (random) =>
    `My number is ${Array.from(randomDigits(random, 10), (digit) => SAY[Number(digit)]).join(" ")}.`,
  order: (random) => `The order number is ${randomDigits(random, random.int(6, 16))}.`,
  tracking: (random) =>
    `Tracking number ${randomDigits(random, 4)} ${randomDigits(random, 4)} ${randomDigits(random, 4)} ${randomDigits(random, 4)} ${randomDigits(random, 4)}`,
  invoice: (random) => `Invoice no. ${randomDigits(random, 16)} is still open.`,
  imei: (random) => `The IMEI is 35${randomDigits(random, 13)}.`,
  date: (random) => `From ${date(random)} to ${date(random)}.`,
  timestamp: (random) => `Logged at 17${randomDigits(random, 11)}.`,
  iban: (random) =>
    `IBAN DE${randomDigits(random, 2)} ${randomDigits(random, 4)} ${randomDigits(random, 4)} ${randomDigits(random, 4)} ${randomDigits(random, 4)} ${randomDigits(random, 2)}`,
  "french iban": (random) => `FR${randomDigits(random, 2)}${randomDigits(random, 23)}`,
  price: (random) => `It costs $${price(random)} instead of ${price(random)} or ${price(random)}.`,
  quantities: (random) =>
    `We need ${randomDigits(random, 3)}, ${randomDigits(random, 2)} and ${randomDigits(random, 4)} units by week ${randomDigits(random, 2)}.`,
  uuid: (random) =>
    `${randomDigits(random, 8)}-${randomDigits(random, 4)}-4${randomDigits(random, 3)}-a${randomDigits(random, 3)}-${randomDigits(random, 12)}`,
  meeting: (random) =>
    `Meeting ID: ${randomDigits(random, 3)} ${randomDigits(random, 4)} ${randomDigits(random, 4)}, passcode ${randomDigits(random, 6)}`,
};
