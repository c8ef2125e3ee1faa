import type { Utterance } from "./events.js";
import { type Facts, fill } from "./facts.js";
import type { Random } from "./random.js";

const roles = { R: "rep", C: "client", O: "other" } as const;

/** Who speaks where a script says R, C and O. */
export type Speakers = Record<keyof typeof roles, string>;

const words = (text: string): number => text.split(" ").length;

/** Speaks a script of the phrase banks: how long things take, and who waits for whom. */
export const speak = (
  random: Random,
  script: string[],
  facts: Facts,
  speakers: Speakers,
): Utterance[] => {
  const utterances: Utterance[] = [];
  let clock = random.int(400, 2500);
  for (const line of script.join("\n").split("\n")) {
    const [, who, text] = /^\s*([RCO]): (.*)$/.exec(line) ?? [];
    if (who === undefined || text === undefined) {
      clock += random.int(90_000, 400_000);
      continue;
    }
    const said = fill(text, facts);
    const end = clock + 350 + words(said) * random.int(330, 460);
    utterances.push({
      speaker: speakers[who as keyof typeof roles],
      role: roles[who as keyof typeof roles],
      text: said,
      start: clock,
      end,
    });
    // Now and then somebody does not wait for the end of the sentence.
    clock = random.chance(0.08) ? end - random.int(50, 300) : end + random.int(150, 1600);
  }
  return utterances;
};
