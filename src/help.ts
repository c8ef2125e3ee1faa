import { flagOf, settings } from "./config.js";
import type { Verb } from "./verb.js";

const rows = (pairs: [string, string][]): string => {
  const width = Math.max(...pairs.map(([left]) => left.length));
  return pairs.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`).join("\n");
};

const settingRows = (): [string, string][] =>
  settings.map(({ name, about, default: value }) => [
    `${name}, --${flagOf(name)}`,
    `${about} (${value})`,
  ]);

/** The page of `debrief help`. */
export const help = (verbs: Record<string, Verb>): string =>
  `debrief: call recordings, appointments and coaching over /v1 and /graphql

Usage: debrief <verb> [arguments] [flags]; --help behind a verb tells more

${rows(Object.values(verbs).map(({ usage, about }) => [usage, about]))}

Settings, as environment variables (also from .env) or flags:

${rows(settingRows())}

A secret (DATABASE_URL, DEBRIEF_SECRET_KEY, DEBRIEF_API_KEY) is also read from the file that <NAME>_FILE gives.
Exit: 0 ok, 1 failed, 2 wrong usage, 78 bad configuration.`;

/** The page of one verb. */
export const helpFor = (verb: Verb): string => {
  const flags = Object.keys(verb.options ?? {}).map((name) => `--${name}`);
  return [
    `Usage: debrief ${verb.usage}`,
    "",
    verb.about,
    ...(flags.length > 0 ? ["", `Flags: ${flags.join(", ")}`] : []),
    ...(verb.configured ? ["", "Settings:", rows(settingRows())] : []),
  ].join("\n");
};
