import { AsyncLocalStorage } from "node:async_hooks";
import { setTimeout } from "node:timers/promises";
import { WriteBatcher } from "../../db/engine/batch.js";
import type { Db } from "../../db/engine/connect.js";
import { transact } from "../../db/engine/write.js";
import {
  countCommits,
  listCommitted,
  buildNoteChange,
  createNotesSuite,
  type NotesContext,
} from "./notes-suite.js";

const test = createNotesSuite();

const ids = Array.from({ length: 16 }, (_, index) => `n-${index}`);

const LONG_MS = 60;

const buildLongChange =
  (id: string) =>
  async (trx: Db): Promise<string> => {
    await setTimeout(LONG_MS);
    return buildNoteChange(id)(trx);
  };

/** Changes above 50 ms are long, and no batch ends because of its own time. */
const createGroupWithLongChanges = async ({ db }: NotesContext): Promise<WriteBatcher> => {
  const group = new WriteBatcher(db, { maxBatchMs: 60_000, longChangeMs: 50 });
  // The first change compiles its statements.
  await group.commit(buildNoteChange("first"));
  return group;
};

test("simultaneous changes share one commit and run in order of arrival", async (t) => {
  const { group } = t.context;
  const before = countCommits(t.context);
  t.deepEqual(await Promise.all(ids.map((id) => group.commit(buildNoteChange(id)))), ids);
  t.deepEqual(listCommitted(t.context), ids);
  t.is(countCommits(t.context), before + 1);
});

test("a long change ends its batch, and the others share the next one", async (t) => {
  const group = await createGroupWithLongChanges(t.context);
  const before = countCommits(t.context);
  await Promise.all([
    group.commit(buildLongChange("long")),
    group.commit(buildNoteChange("a")),
    group.commit(buildNoteChange("b")),
  ]);
  t.deepEqual(listCommitted(t.context), ["first", "long", "a", "b"]);
  t.is(countCommits(t.context), before + 2);
});

test("an organization's change doesn't wait in its batch for one of an organization whose changes are long", async (t) => {
  const group = await createGroupWithLongChanges(t.context);
  await group.commit(buildLongChange("long 1"), "slow");
  const seen: unknown[] = [];
  await Promise.all([
    group.commit(buildNoteChange("quick"), "quick").then(() => seen.push("quick")),
    group
      .commit(async (trx) => {
        seen.push("long 2 begins");
        await buildLongChange("long 2")(trx);
      }, "slow")
      .then(() => seen.push("long 2")),
  ]);
  t.deepEqual(seen, ["quick", "long 2 begins", "long 2"]);
});

test("a change that arrives during a long one comes before the next long one of that organization", async (t) => {
  const group = await createGroupWithLongChanges(t.context);
  const long = ["long 1", "long 2", "long 3"].map((id) =>
    group.commit(buildLongChange(id), "slow"),
  );
  for (const [index, id] of ["a", "b"].entries()) {
    await setTimeout(LONG_MS / 2);
    const quick = group.commit(buildNoteChange(id), "quick");
    await Promise.all([long[index], quick]);
  }
  await Promise.all(long);
  t.deepEqual(listCommitted(t.context), ["first", "long 1", "a", "long 2", "b", "long 3"]);
});

test("organizations take turns, however many changes one of them has waiting", async (t) => {
  const { group } = t.context;
  await Promise.all([
    ...["a1", "a2", "a3"].map((id) => group.commit(buildNoteChange(id), "a")),
    ...["b1", "b2"].map((id) => group.commit(buildNoteChange(id), "b")),
  ]);
  t.deepEqual(listCommitted(t.context), ["a1", "b1", "a2", "b2", "a3"]);
});

test("a batch's changes see each other; other connections see them after the commit", async (t) => {
  const { group } = t.context;
  let firstCommitted = false;
  const commitFirst = async (): Promise<void> => {
    await group.commit(buildNoteChange("first"));
    t.deepEqual(listCommitted(t.context), ["first"]);
    firstCommitted = true;
  };
  const first = commitFirst();
  const second = group.commit(async (trx) => {
    // Long enough for the first caller to continue, if it didn't wait for the commit.
    await setTimeout(1);
    t.false(firstCommitted);
    t.deepEqual(listCommitted(t.context), []);
    return trx("notes").pluck("id");
  });
  t.deepEqual(await second, ["first"]);
  await first;
});

test("a change that arrives during a batch is committed with it", async (t) => {
  const { group } = t.context;
  const before = countCommits(t.context);
  let late: Promise<string> | undefined;
  await group.commit(async (trx) => {
    await buildNoteChange("early")(trx);
    late = group.commit(buildNoteChange("late"));
    await setTimeout(1);
  });
  t.is(await late, "late");
  t.deepEqual(listCommitted(t.context), ["early", "late"]);
  t.is(countCommits(t.context), before + 1);
});

test("a batch has at most 100 changes and starts none after a slow one", async (t) => {
  const { db, group } = t.context;
  const before = countCommits(t.context);
  const all = Array.from({ length: 201 }, (_, index) => `n-${index}`);
  await Promise.all(all.map((id) => group.commit(buildNoteChange(id))));
  t.deepEqual(listCommitted(t.context), all);
  t.is(countCommits(t.context), before + 3);
  const between = countCommits(t.context);
  const long = transact(db, async (trx) => {
    await buildNoteChange("long")(trx);
    await setTimeout(50);
  });
  await Promise.all([long, transact(db, buildNoteChange("next"))]);
  t.is(countCommits(t.context), between + 2);
});

test("a batched change and a separate transaction don't interfere", async (t) => {
  const { db } = t.context;
  const alone = db.transaction(async (trx) => {
    await buildNoteChange("alone")(trx);
    await setTimeout(1);
  });
  await Promise.all([alone, ...ids.map((id) => transact(db, buildNoteChange(id)))]);
  t.deepEqual(listCommitted(t.context), ["alone", ...ids]);
});

test("a change can use the whole Knex API, including nested transactions", async (t) => {
  const { db } = t.context;
  await transact(db, async (trx) => {
    await trx.raw("INSERT INTO notes (id) VALUES (?)", ["raw"]);
    await trx.insert({ id: "insert" }).into("notes");
    await trx("notes").update({ text: trx.raw("upper(id)") });
    const inner = trx.transaction(async (savepoint) => {
      await buildNoteChange("inner")(savepoint);
      throw new Error("inner");
    });
    await t.throwsAsync(inner, { message: "inner" });
    t.deepEqual(await trx.select("text").from("notes").orderBy("id").pluck("text"), [
      "INSERT",
      "RAW",
    ]);
  });
  t.deepEqual(listCommitted(t.context), ["raw", "insert"]);
});

test("each change of a batch runs in the async context of its caller", async (t) => {
  const { group } = t.context;
  const contexts = new AsyncLocalStorage<string>();
  const readContext = async (trx: Db): Promise<string | undefined> => {
    await buildNoteChange(`of ${contexts.getStore()}`)(trx);
    return contexts.getStore();
  };
  const before = countCommits(t.context);
  const seen = await Promise.all([
    group.commit(readContext),
    contexts.run("one", async () => group.commit(readContext)),
    contexts.run("two", async () => group.commit(readContext)),
  ]);
  t.deepEqual(seen, [undefined, "one", "two"]);
  t.is(countCommits(t.context), before + 1);
});
