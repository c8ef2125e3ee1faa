import { distance } from "fastest-levenshtein";
import type { Command } from "../base/config/command.js";

type Commands = Readonly<Record<string, Command>>;

/** Returns the names of a family's commands: `source list` is one of the family `source`. */
export const listFamily = (commands: Commands, family: string): string[] =>
  Object.keys(commands).filter((name) => name.startsWith(`${family} `));

/** Finds the command at the start of the words: `org create x` is `org create` with one argument. */
export const findCommand = (
  commands: Commands,
  words: readonly string[],
): { command: Command; wordCount: number } | undefined => {
  for (const wordCount of [2, 1]) {
    const name = words.slice(0, wordCount).join(" ");
    // "constructor" is a property of every object.
    const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
    if (command && words.length >= wordCount) return { command, wordCount };
  }
  return undefined;
};

/** Describes words that name no command: names the nearest command, family or further topic. */
export const describeUnknownCommand = (
  commands: Commands,
  words: readonly string[],
  topics: readonly string[] = [],
): string => {
  const family = listFamily(commands, words[0]!);
  const names = Object.keys(commands);
  const families = new Set(names.flatMap((name) => name.split(" ").slice(0, -1)));
  const known = family.length > 0 ? family : [...names, ...families, ...topics];
  // Further words may be arguments.
  const countEdits = (name: string): number =>
    distance(name, words.slice(0, name.split(" ").length).join(" "));
  const nearest = known.toSorted((a, b) => countEdits(a) - countEdits(b))[0]!;
  return `unknown command "${words.join(" ")}"; the nearest is "${nearest}"`;
};
