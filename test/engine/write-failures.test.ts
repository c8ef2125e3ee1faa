import { setImmediate } from "node:timers/promises";
import type { Db } from "../../db/engine/connect.js";
import { WriteBatcher } from "../../db/engine/batch.js";
import {
  countCommits,
  listCommitted,
  buildNoteChange,
  createNotesSuite,
  settleAll,
  buildPreparedChange,
  commitTogether,
} from "./notes-suite.js";

const test = createNotesSuite();

const failing = async (trx: Db): Promise<void> => {
  await buildNoteChange("failing")(trx);
  throw new Error("change failed");
};

const dangling = async (trx: Db): Promise<void> => trx("of_notes").insert({ note: "none" });

test("a failed change rolls back alone", async (t) => {
  const before = countCommits(t.context);
  const changes = [
    buildNoteChange("a"),
    failing,
    buildNoteChange("b"),
    buildNoteChange("a"),
    buildNoteChange("c"),
  ];
  t.deepEqual(await commitTogether(t.context, changes), [
    "a",
    "change failed",
    "b",
    "SQLITE_CONSTRAINT_PRIMARYKEY",
    "c",
  ]);
  t.deepEqual(listCommitted(t.context), ["a", "b", "c"]);
  t.is(countCommits(t.context), before + 1);
});

test("a failed commit fails every change of the batch, and the next batch works", async (t) => {
  const { db, group } = t.context;
  await db.raw(
    "CREATE TABLE of_notes (note TEXT REFERENCES notes (id) DEFERRABLE INITIALLY DEFERRED)",
  );
  const changes = [buildNoteChange("a"), dangling, failing, buildNoteChange("b")];
  t.deepEqual(
    await commitTogether(t.context, changes),
    changes.map(() => "SQLITE_CONSTRAINT_FOREIGNKEY"),
  );
  t.deepEqual(listCommitted(t.context), []);
  t.is(await group.commit(buildNoteChange("c")), "c");
  t.deepEqual(listCommitted(t.context), ["c"]);
});

test("after SQLite rolls back the transaction, the whole batch fails", async (t) => {
  const { db } = t.context;
  await db.raw(`CREATE TRIGGER gives_up BEFORE INSERT ON notes WHEN new.id = 'poison'
    BEGIN SELECT RAISE(ROLLBACK, 'given up'); END`);
  let after: Promise<unknown[]> | undefined;
  const ignoreFailure = (write: typeof buildPreparedChange) => async (trx: Db) => {
    await write("poison")(trx).catch(() => {});
    after = settleAll([write("after")(trx)]);
    await after;
  };
  for (const poison of [
    buildNoteChange("poison"),
    ignoreFailure(buildNoteChange),
    ignoreFailure(buildPreparedChange),
  ]) {
    const changes = [buildNoteChange("a"), poison, buildNoteChange("b")];
    // The changes after it haven't started and form the next batch.
    t.deepEqual(await commitTogether(t.context, changes), [
      "SQLITE_CONSTRAINT_TRIGGER",
      "SQLITE_CONSTRAINT_TRIGGER",
      "b",
    ]);
    t.deepEqual(listCommitted(t.context), ["b"]);
    t.deepEqual((await after) ?? ["SQLITE_CONSTRAINT_TRIGGER"], ["SQLITE_CONSTRAINT_TRIGGER"]);
    await db("notes").delete();
  }
  t.truthy(after);
});

test("on a full disk, exactly the acknowledged writes are stored", async (t) => {
  const { db, group } = t.context;
  const [{ page_count: pages }] = await db.raw("PRAGMA page_count");
  await db.raw(`PRAGMA max_page_count = ${pages + 10}`);
  const changes = Array.from({ length: 20 }, (_, index) =>
    buildNoteChange(`n-${index}`, "x".repeat(6_000)),
  );
  const ended = await commitTogether(t.context, changes);
  t.true(ended.includes("SQLITE_FULL"));
  t.deepEqual(
    listCommitted(t.context),
    ended.filter((each) => each !== "SQLITE_FULL"),
  );
  await db.raw(`PRAGMA max_page_count = ${pages + 100}`);
  t.is(await group.commit(buildNoteChange("room")), "room");
});

test("without the write lock, all changes fail at once and none runs later", async (t) => {
  const { db, group, observer } = t.context;
  await db.raw("PRAGMA busy_timeout = 0");
  observer.exec("BEGIN IMMEDIATE");
  const ended = await commitTogether(t.context, [buildNoteChange("a"), buildNoteChange("b")]);
  t.deepEqual(ended, ["SQLITE_BUSY", "SQLITE_BUSY"]);
  observer.exec("COMMIT");
  t.is(await group.commit(buildNoteChange("c")), "c");
  t.deepEqual(listCommitted(t.context), ["c"]);
});

test("a statement that was not awaited never runs in another change", async (t) => {
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
  let late: Promise<unknown[]> | undefined;
  const forgetAwait = async (trx: Db): Promise<void> => {
    late = settleAll(
      [buildNoteChange, buildPreparedChange].map(async (write) =>
        begun.then(() => write("late")(trx)),
      ),
    );
  };
  const other = async (trx: Db): Promise<string> => {
    begin();
    const refused = "the change of this statement has ended";
    t.deepEqual(await late, [refused, refused]);
    return buildNoteChange("a")(trx);
  };
  t.deepEqual(await commitTogether(t.context, [forgetAwait, other]), [undefined, "a"]);
  t.deepEqual(listCommitted(t.context), ["a"]);
});

test("a change that never ends times out, and the others commit", async (t) => {
  const { db } = t.context;
  const group = new WriteBatcher(db, { changeTimeoutMs: 20 });
  const { promise, resolve } = Promise.withResolvers<void>();
  let late: Promise<unknown[]> | undefined;
  const hanging = group.commit(async (trx) => {
    await buildNoteChange("hanging")(trx);
    await promise;
    late = settleAll([buildNoteChange("late")(trx)]);
    await late;
  });
  const ended = await settleAll([hanging, group.commit(buildNoteChange("a"))]);
  t.deepEqual(ended, ["a change did not end in time", "a"]);
  resolve();
  await promise;
  t.deepEqual(await late, ["the change of this statement has ended"]);
  t.deepEqual(listCommitted(t.context), ["a"]);
});

test("while another process writes, changes wait and reads don't", async (t) => {
  const { observer, db, group } = t.context;
  observer.exec("BEGIN EXCLUSIVE");
  const changes = settleAll([group.commit(buildNoteChange("a"))]);
  for (let turn = 0; turn < 20; turn += 1) {
    await setImmediate();
    t.deepEqual(await db("notes").select("id"), []);
  }
  observer.exec("ROLLBACK");
  t.deepEqual(await changes, ["a"]);
});
