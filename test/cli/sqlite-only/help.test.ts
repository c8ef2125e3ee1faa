import "reflect-metadata";
import test from "ava";
import type { Flag, Flags } from "../../../src/base/config/command.js";
import { settings } from "../../../src/base/config/settings.js";
import { commandGroups } from "../../../src/cli/commands/index.js";
import { describeUnknownCommand } from "../../../src/cli/find-command.js";
import { formatHelp, listCommands } from "../../../src/cli/help.js";
import { resolveWidth } from "../../../src/cli/wrap.js";
import { createInstallation } from "../../helpers/server/program.js";

const FAMILIES = [
  "org",
  "key",
  "token",
  "admin",
  "user",
  "source",
  "number",
  "calendar",
  "webhook",
  "retention",
  "clock",
];

const commands = listCommands(commandGroups);
const commandNames = Object.keys(commands);

const formatPage = (topic: string, width = resolveWidth(undefined)): string =>
  formatHelp(commandGroups, topic === "" ? [] : topic.split(" "), width);

const joinLines = (text: string): string => text.replaceAll(/\s+/g, " ");

const formatFlag = ([name, flag]: [string, Flag]): string =>
  flag.type === "string" ? `--${name} ${flag.value}` : `--${name}`;

test("text fills the terminal, from 60 to 120 columns, and 80 where there is none", (t) => {
  t.deepEqual(
    [undefined, 0, 40, 60, 100, 200].map((columns) => resolveWidth(columns)),
    [80, 80, 60, 60, 100, 120],
  );
});

test("no line of help is wider than the terminal", (t) => {
  for (const width of [60, 80, 120])
    for (const topic of ["", "settings", ...FAMILIES, ...commandNames])
      for (const line of formatPage(topic, width).split("\n"))
        t.true(line.length <= width, `${topic}: ${line}`);
});

test("the list has each command once, in a group, with a description that fits on a line", (t) => {
  const lines = formatPage("").split("\n");
  for (const { title } of commandGroups) t.true(lines.includes(title), title);
  for (const [name, { description }] of Object.entries(commands)) {
    const rows = lines.filter((line) => line.startsWith(`  ${name}  `));
    t.is(rows.length, 1, name);
    t.true(rows[0]!.endsWith(`  ${description}`), rows[0]);
  }
  t.regex(lines.at(-1)!, /^Exit codes: .* 78 /);
});

test("a family's page has the usage and the description of each of its commands", (t) => {
  const members = commandNames.filter((name) => name.includes(" "));
  t.deepEqual([...new Set(members.map((name) => name.split(" ")[0]!))], FAMILIES);
  for (const family of FAMILIES) {
    const page = joinLines(formatPage(family));
    t.true(page.startsWith(`Usage: debrief ${family} <command>`));
    for (const name of commandNames.filter((name) => name.startsWith(`${family} `))) {
      const { usage, description } = commands[name]!;
      t.true(page.includes(` ${usage} ${description}`), usage);
    }
  }
});

test("a command's page has its usage, its texts and each flag on a line with a description", (t) => {
  for (const name of commandNames) {
    const { usage, description, details = "", options, takesSettings } = commands[name]!;
    const page = formatPage(name);
    t.true(page.startsWith(`Usage: debrief ${name}`), page);
    t.true(joinLines(page).includes(joinLines(`${usage} ${description} ${details}`).trim()), page);
    t.is(page.includes("debrief help settings"), takesSettings);
    const flags = Object.entries<Flag>(options ?? {});
    const lines = page.split("\n").filter((line) => line.startsWith("  --"));
    t.is(lines.length, flags.length);
    for (const [index, [flag, { description: meaning }]] of flags.entries()) {
      t.regex(meaning, /\w/);
      const term = formatFlag([flag, options![flag]!]);
      t.true(lines[index]!.startsWith(`  ${term}  `), lines[index]);
      t.true(joinLines(page).includes(` ${term} ${meaning}`), page);
    }
  }
});

test("a usage line has exactly the command's flags, in their order", (t) => {
  for (const { usage, options } of Object.values(commands)) {
    const expected = Object.entries<Flag>(options ?? {}).map(formatFlag);
    const found = usage.match(/--[\w-]+( <[^>]*>| [\w|]+(?=\]| \|))?/g) ?? [];
    t.deepEqual([...found], expected, usage);
  }
});

test("a flag needs a description, and a placeholder if it has a value", (t) => {
  // @ts-expect-error: no description
  const undescribed: Flags = { json: { type: "boolean" } };
  // @ts-expect-error: no placeholder
  const unnamed: Flags = { org: { type: "string", description: "the organization" } };
  t.truthy(undescribed && unnamed);
});

test("the settings have a page of their own, with defaults and files of secrets", (t) => {
  const page = formatPage("settings");
  for (const { name, description } of settings) {
    t.regex(page, new RegExp(`^  ${name}, --`, "m"));
    t.true(joinLines(page).includes(`${description} (default: `), name);
  }
  t.regex(joinLines(page), /a secret \(.*DEBRIEF_SECRET_KEY.*\) from the file that <NAME>_FILE/);
});

test("an unknown command names the nearest one, of the same family if there is one", (t) => {
  const nearest = [
    ["sevre", "serve"],
    ["bakup /tmp/calls.db", "backup"],
    ["sorce", "source"],
    ["calender list", "calendar list"],
    ["org creat x", "org create"],
    ["source lst", "source list"],
    ["constructor", "doctor"],
  ];
  for (const [line, expected] of nearest)
    t.is(
      describeUnknownCommand(commands, line!.split(" ")),
      `unknown command "${line}"; the nearest is "${expected}"`,
    );
});

test("the program prints the pages, and exits with 2 for an unknown one", async (t) => {
  const program = await createInstallation();
  t.teardown(() => program.remove());
  const pages: [line: string, topic: string][] = [
    ["help", ""],
    ["-h", ""],
    ["source", "source"],
    ["source --help", "source"],
    ["help source", "source"],
    ["help source list", "source list"],
    ["source list --help", "source list"],
    ["source list -h", "source list"],
    ["help settings", "settings"],
  ];
  const unknown: [line: string, nearest: string][] = [
    ["help sorce", "source"],
    ["help source lst", "source list"],
    ["help setings", "settings"],
    ["help serve now", "serve"],
    ["source --json", "source list"],
    ["sevre", "serve"],
  ];
  const outcomes = await program.runAll(...[...pages, ...unknown].map(([line]) => line.split(" ")));
  for (const [index, [, topic]] of pages.entries())
    t.deepEqual(outcomes[index], { code: 0, stdout: `${formatPage(topic)}\n`, stderr: "" });
  for (const [index, [line, nearest]] of unknown.entries()) {
    const { code, stdout, stderr } = outcomes[pages.length + index]!;
    t.deepEqual([code, stdout], [2, ""], line);
    t.true(stderr.endsWith(`; the nearest is "${nearest}"; see: debrief help\n`), stderr);
  }
});
