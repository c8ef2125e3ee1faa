import { existsSync, globSync } from "node:fs";
import test from "ava";
import { UnknownTestError } from "../../scripts/test/select-files.js";
import {
  CONCEPTS_BY_FOLDER,
  listChangedFiles,
  listTouchedConcepts,
} from "../../scripts/test/touched-concepts.js";

test("each folder of the table exists, and each of its concepts has tests", (t) => {
  for (const [folder, concepts] of Object.entries(CONCEPTS_BY_FOLDER)) {
    t.true(existsSync(folder), folder);
    for (const concept of concepts)
      t.true(globSync(`test/${concept}/**/*.test.ts`).length > 0, concept);
  }
});

test("a change touches the concept of its folder", (t) => {
  const touched = listTouchedConcepts([
    "graph/stats/rows.ts",
    "db/webhooks/outbox.ts",
    "rest/routes/recordings.ts",
    "src/intake/watch/options.ts",
    "test/helpers/calendars/add-calendar.ts",
    "decisions/0001-one-schema.md",
  ]);
  t.deepEqual(touched, ["calendars", "rest", "stats", "watch", "webhooks"]);
});

test("a new endpoint touches few concepts", (t) => {
  const touched = listTouchedConcepts([
    "db/analysis/tags.ts",
    "graph/analysis/tags.ts",
    "graph/schema.ts",
    "graph/schema.graphql",
    "rest/routes/tags.ts",
    "rest/openapi/examples.json",
    "scripts/openapi-examples.ts",
    "docs/api.md",
    "docs/openapi/0.1.0.json",
    "clients/typescript/src/schema.ts",
    "test/harness/access/groups.ts",
    "test/engine/query-plans.test.ts",
    "CHANGELOG.md",
  ]);
  t.deepEqual(touched, ["analysis", "engine", "graphql", "rest", "server", "sign-in"]);
});

test("a change of what all concepts use touches all of them", (t) => {
  for (const file of ["graph/access/access.ts", "package.json", "test/helpers/server.ts"])
    t.is(listTouchedConcepts(["docs/api.md", file]), undefined, file);
});

test("every file of the project has concepts, or touches all of them", (t) => {
  const layers = globSync("{src,graph,db,rest,web}/**/*.{ts,tsx}").map((file) =>
    file.replaceAll("\\", "/"),
  );
  const unsorted = layers.filter((file) => listTouchedConcepts([file]) === undefined);
  const shared =
    /^(?:graph\/(?:access|arguments|context|core|turns)|src\/base)\/|^(?:src|graph)\/[\w-]+\.ts$/;
  t.deepEqual(
    unsorted.filter((file) => !shared.test(file)),
    [],
  );
});

test("an unknown revision is refused by its name", (t) => {
  t.throws(() => listChangedFiles("no-such-revision"), {
    instanceOf: UnknownTestError,
    message: '--since: git finds no revision "no-such-revision"',
  });
});
