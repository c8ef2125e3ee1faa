import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { relative } from "node:path";

const FOLDER = "build/test/groups";
/** So many groups of a kind: as few as keep every core busy to the end. A browser keeps all of them busy. */
const GROUPS = { browser: 1, suite: 4, still: 4 };

type Kind = keyof typeof GROUPS;

/** The helper by which a file says that it shares its server; undefined where it does not. */
const sharing = (file: string): Kind | undefined =>
  /"\.\/helpers\/(browser|suite|still)\.js"/.exec(readFileSync(file, "utf8"))?.[1] as
    | Kind
    | undefined;

/**
 * The files to run in place of these: a process loads a thousand modules and starts a server before its
 * first test, so those that share a server are imported together by a few files.
 */
export const grouped = (files: readonly string[]): string[] => {
  rmSync(FOLDER, { recursive: true, force: true });
  mkdirSync(FOLDER, { recursive: true });
  const kinds = Map.groupBy(files, sharing);
  const groups = (Object.keys(GROUPS) as Kind[]).flatMap((kind) =>
    Array.from({ length: GROUPS[kind] }, (_, number) => ({
      file: `${FOLDER}/${kind}-${number}.test.js`,
      members: (kinds.get(kind) ?? []).filter((_file, index) => index % GROUPS[kind] === number),
    })),
  );
  const filled = groups.filter(({ members }) => members.length > 0);
  for (const { file, members } of filled)
    writeFileSync(
      file,
      members.map((member) => `import "${relative(FOLDER, member)}";\n`).join(""),
    );
  // The longest first.
  return [...filled.map(({ file }) => file), ...(kinds.get(undefined) ?? [])];
};
