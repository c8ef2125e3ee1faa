const DAYTIME = { AM: "A M", PM: "P M" } as const;

const replacements: readonly (readonly [RegExp, (...found: string[]) => string])[] = [
  // Voices read the signs of an address one by one, or not at all.
  [
    /\b([a-z]+)\.([a-z]+)@([a-z]+)\.([a-z]+)/g,
    (_, ...words) => `${words[0]} dot ${words[1]}, at ${words[2]} dot ${words[3]}`,
  ],
  [
    /\b(\d+):(\d\d) (AM|PM)\b/g,
    (_, hour, minutes, half) => `${hour} ${minutes} ${DAYTIME[half as "AM"]}`,
  ],
  [/\b(\d+) (AM|PM)\b/g, (_, hour, half) => `${hour} ${DAYTIME[half as "AM"]}`],
  [/\be-mail\b/g, () => "email"],
  [/(\w)-(\w)/g, (_, before, after) => `${before} ${after}`],
];

/** Returns the text as flite speaks it well. It reads prices and years itself. */
export const toSpokenText = (text: string): string =>
  replacements.reduce((spoken, [pattern, replace]) => spoken.replace(pattern, replace), text);
