import test from "ava";
import {
  type Import,
  listFullFolders,
  listImports,
  listKnots,
  listRoomProblems,
} from "../../scripts/rooms/check-rooms.js";

const imports = listImports();

test("each room imports what its table allows, and no more than two folders import each other", (t) => {
  t.true(imports.length > 1_000);
  t.deepEqual(listRoomProblems(imports), []);
});

test("an import that the table doesn't allow is named", (t) => {
  const added: Import[] = [
    ["src/base/net/resolver.ts", "src/api/http/rate-limit.ts"],
    ["graph/new-room/new.ts", "graph/core/errors.ts"],
  ];
  t.deepEqual(
    listRoomProblems([...imports, ...added]).filter((problem) => problem.includes("may not")),
    [
      "src/base/net/resolver.ts imports src/api/http/rate-limit.ts: src/base may not import api",
      "graph/new-room/new.ts imports graph/core/errors.ts: graph/new-room may not import core",
    ],
  );
});

test("an entry of the table that nothing needs is named", (t) => {
  const without = imports.filter(([from]) => !from.startsWith("src/notifier/"));
  t.deepEqual(listRoomProblems(without), [
    "src/notifier doesn't import base: remove it from the table",
  ]);
});

test("three folders that import each other in a circle are named", (t) => {
  const circle: Import[] = [
    ["src/a/one.ts", "src/b/two.ts"],
    ["src/b/two.ts", "src/c/three.ts"],
    ["src/c/three.ts", "src/a/four.ts"],
  ];
  t.deepEqual(listKnots(circle), [["src/a", "src/b", "src/c"]]);
});

test("a folder with more entries than it may have is named", (t) => {
  t.deepEqual(listFullFolders({ src: 1_000 }), []);
  t.regex(listFullFolders({ src: 3 }).join(), /^src has \d+ entries, more than 3$/);
});
