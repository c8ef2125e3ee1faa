/** The words of 0 to 9, by language. Speech recognition writes some numbers as words and some as digits. */
const UNITS: readonly (readonly string[])[] = [
  ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"],
  ["null", "eins", "zwei", "drei", "vier", "fünf", "sechs", "sieben", "acht", "neun"],
  ["zéro", "un", "deux", "trois", "quatre", "cinq", "six", "sept", "huit", "neuf"],
  ["cero", "uno", "dos", "tres", "cuatro", "cinco", "seis", "siete", "ocho", "nueve"],
  ["zero", "uno", "due", "tre", "quattro", "cinque", "sei", "sette", "otto", "nove"],
  ["nul", "een", "twee", "drie", "vier", "vijf", "zes", "zeven", "acht", "negen"],
  ["zero", "uma", "dois", "três", "quatro", "cinco", "seis", "sete", "oito", "nove"],
];

const ALSO: Readonly<Record<string, string>> = {
  oh: "0",
  o: "0",
  nought: "0",
  naught: "0",
  niner: "9",
  zwo: "2",
};

const TEENS =
  "ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen".split(" ");
const TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split(" ");

/** The digits of each number word, in lower case. */
export const DIGITS_OF_WORD: ReadonlyMap<string, string> = new Map([
  ...UNITS.flatMap((words) => words.map((word, digit): [string, string] => [word, `${digit}`])),
  ...TEENS.map((word, index): [string, string] => [word, `${index + 10}`]),
  ...TENS.map((word, index): [string, string] => [word, `${(index + 2) * 10}`]),
  ["hundred", "00"],
  ["thousand", "000"],
  ...Object.entries(ALSO),
]);

/** Words whose last digit a following unit replaces: `forty one` is 41. */
export const TENS_WORDS: ReadonlySet<string> = new Set(TENS);

/** How often a digit is repeated after the word. */
export const REPEATS: ReadonlyMap<string, number> = new Map([
  ["double", 2],
  ["doppel", 2],
  ["doble", 2],
  ["triple", 3],
  ["treble", 3],
  ["quadruple", 4],
]);
