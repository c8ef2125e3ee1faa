import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { UnknownTestError } from "./select-files.js";

/** The concepts that test a folder whose path names no concept of `test/`. The longest match counts. */
export const CONCEPTS_BY_FOLDER: Readonly<Record<string, readonly string[]>> = {
  bench: [],
  decisions: [],
  "clients/typescript": ["rest"],
  "db/engine": ["engine"],
  "db/migrations": ["engine", "backup"],
  "db/schema": ["engine", "backup"],
  deploy: ["server"],
  docs: ["server", "rest"],
  examples: ["rest", "dialers"],
  "graph/calls": ["recordings", "dialers"],
  "graph/edges": ["graphql", "recordings"],
  "graph/mails": ["sign-in", "webhooks"],
  rest: ["rest"],
  "src/analyzer": ["analysis", "meaning", "speech"],
  "src/analyzer/trackers": ["trackers"],
  "src/api/console": ["server", "sign-in", "browser"],
  "src/api/event-stream": ["webhooks"],
  "src/api/export": ["backup"],
  "src/api/graphql": ["graphql"],
  "src/api/http": ["server", "rest"],
  "src/api/mcp": ["mcp"],
  "src/api/openid": ["sign-in"],
  "src/base/config": ["server"],
  "src/base/log": ["server"],
  "src/base/mail": ["sign-in"],
  "src/base/models": ["speech", "meaning"],
  "src/base/net": ["net", "webhooks"],
  "src/calendars": ["calendars"],
  "src/cli": ["cli"],
  "src/demo": ["cli"],
  "src/intake": ["recordings"],
  "src/intake/call-sinks": ["recordings", "dialers", "watch"],
  "src/intake/watch": ["watch"],
  "src/meaning": ["meaning", "analysis"],
  "src/media": ["recordings", "redaction"],
  "src/notifier": ["webhooks", "net"],
  "src/speech": ["speech"],
  "src/upkeep": ["backup", "retention"],
  "test/harness": ["engine", "server"],
  "test/harness/access": ["sign-in"],
  "test/harness/isolation": ["organizations"],
  web: ["browser"],
};

/** Files that most changes touch, and the concepts whose tests check them. */
const CONCEPTS_BY_FILE: Readonly<Record<string, readonly string[]>> = {
  "db/schema/tables.ts": ["engine", "backup"],
  "graph/schema.graphql": ["graphql"],
  "graph/schema.ts": ["graphql", "rest", "sign-in"],
  "scripts/openapi-examples.ts": ["rest"],
};

/** Documents in the root that only these tests read. */
const ROOT_DOCUMENT = /^[A-Z]+\.md$|^LICENSE$/;

/** Returns the parent folders of a path, the longest first. */
const listParents = (path: string): string[] => {
  const parts = path.split("/").slice(0, -1);
  return parts.map((_, index) => parts.slice(0, parts.length - index).join("/"));
};

/** Returns the concepts that a changed file touches; undefined if it may touch all of them. */
const findConcepts = (file: string): readonly string[] | undefined => {
  if (file in CONCEPTS_BY_FILE) return CONCEPTS_BY_FILE[file];
  if (ROOT_DOCUMENT.test(file)) return CONCEPTS_BY_FOLDER["docs"];
  const folder = listParents(file).find((parent) => parent in CONCEPTS_BY_FOLDER);
  if (folder !== undefined) return CONCEPTS_BY_FOLDER[folder];
  const concept =
    /^(?:graph|db|test\/helpers|test\/fixtures|test(?!\/helpers|\/fixtures))\/([^/]+)\//.exec(file);
  return concept && existsSync(`test/${concept[1]}`) ? [concept[1]!] : undefined;
};

/** Returns the concepts that changed files touch, sorted; undefined if a file may touch all of them. */
export const listTouchedConcepts = (files: readonly string[]): string[] | undefined => {
  const touched = new Set<string>();
  for (const file of files) {
    const concepts = findConcepts(file);
    if (!concepts) return undefined;
    for (const concept of concepts) touched.add(concept);
  }
  return [...touched].toSorted();
};

const readGit = (...args: string[]): string =>
  execFileSync("git", args, { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });

const splitNames = (output: string): string[] => output.split("\0").filter(Boolean);

/**
 * Returns the files that changed since a revision, committed or not, and the untracked ones.
 * @throws UnknownTestError if git finds no such revision
 */
export const listChangedFiles = (revision: string): string[] => {
  let base: string;
  try {
    base = readGit("merge-base", "HEAD", "--end-of-options", revision).trim();
  } catch {
    throw new UnknownTestError(`--since: git finds no revision "${revision}"`);
  }
  return [
    ...splitNames(readGit("diff", "-z", "--name-only", "--no-renames", base)),
    ...splitNames(readGit("ls-files", "-z", "--others", "--exclude-standard")),
  ];
};
