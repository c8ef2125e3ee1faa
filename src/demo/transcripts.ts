import type { DemoLine } from "./events.js";
import { type ProjectFacts, fillPlaceholders } from "./project-facts.js";
import type { Random } from "./random.js";

const roles = { R: "rep", C: "client", O: "other" } as const;

/** The speakers behind R, C and O in a script. */
export type Speakers = Record<keyof typeof roles, string>;

const countWords = (text: string): number => text.split(" ").length;

/** A line of a script: who speaks, and the text. Other lines are silences. */
export const SCRIPT_LINE = /^\s*([RCO]): (.*)$/;

/** Turns a script into lines with start and end times. `sample`: facts for which the meanings are known. */
export const buildTranscript = (
  random: Random,
  script: string[],
  { facts, sample }: { facts: ProjectFacts; sample: ProjectFacts },
  speakers: Speakers,
): DemoLine[] => {
  const lines: DemoLine[] = [];
  let clock = random.int(400, 2500);
  for (const line of script.join("\n").split("\n")) {
    const [, who, text] = SCRIPT_LINE.exec(line) ?? [];
    if (who === undefined || text === undefined) {
      clock += random.int(90_000, 400_000);
      continue;
    }
    const said = fillPlaceholders(text, facts);
    const end = clock + 350 + countWords(said) * random.int(330, 460);
    lines.push({
      speaker: speakers[who as keyof typeof roles],
      role: roles[who as keyof typeof roles],
      text: said,
      start: clock,
      end,
      sample: fillPlaceholders(text, sample),
    });
    // Sometimes a speaker interrupts the sentence.
    clock = random.chance(0.08) ? end - random.int(50, 300) : end + random.int(150, 1600);
  }
  return lines;
};
