import { setImmediate } from "node:timers/promises";
import type { Db } from "../db/connect.js";
import { Group } from "../db/group.js";
import {
  commits,
  committed,
  note,
  notesTest,
  outcomes,
  preparedNote,
  together,
} from "./helpers/notes.js";

const test = notesTest();

const failing = async (trx: Db): Promise<void> => {
  await note("failing")(trx);
  throw new Error("its own");
};

const dangling = async (trx: Db): Promise<void> => trx("of_notes").insert({ note: "none" });

test("a change that fails undoes itself alone", async (t) => {
  const before = commits(t.context);
  const changes = [note("a"), failing, note("b"), note("a"), note("c")];
  t.deepEqual(await together(t.context, changes), [
    "a",
    "its own",
    "b",
    "SQLITE_CONSTRAINT_PRIMARYKEY",
    "c",
  ]);
  t.deepEqual(committed(t.context), ["a", "b", "c"]);
  t.is(commits(t.context), before + 1);
});

test("where the commit fails every change fails with it, and the next is a new one", async (t) => {
  const { db, group } = t.context;
  await db.raw(
    "CREATE TABLE of_notes (note TEXT REFERENCES notes (id) DEFERRABLE INITIALLY DEFERRED)",
  );
  const changes = [note("a"), dangling, failing, note("b")];
  t.deepEqual(
    await together(t.context, changes),
    changes.map(() => "SQLITE_CONSTRAINT_FOREIGNKEY"),
  );
  t.deepEqual(committed(t.context), []);
  t.is(await group.commit(note("c")), "c");
  t.deepEqual(committed(t.context), ["c"]);
});

test("where SQLite gives the transaction up every change fails, and nothing more is written", async (t) => {
  const { db } = t.context;
  await db.raw(`CREATE TRIGGER gives_up BEFORE INSERT ON notes WHEN new.id = 'poison'
    BEGIN SELECT RAISE(ROLLBACK, 'given up'); END`);
  let after: Promise<unknown[]> | undefined;
  const stubborn = (write: typeof preparedNote) => async (trx: Db) => {
    await write("poison")(trx).catch(() => {});
    after = outcomes([write("after")(trx)]);
    await after;
  };
  for (const poison of [note("poison"), stubborn(note), stubborn(preparedNote)]) {
    const changes = [note("a"), poison, note("b")];
    // What comes after it is not begun, and is a batch of its own.
    t.deepEqual(await together(t.context, changes), [
      "SQLITE_CONSTRAINT_TRIGGER",
      "SQLITE_CONSTRAINT_TRIGGER",
      "b",
    ]);
    t.deepEqual(committed(t.context), ["b"]);
    t.deepEqual((await after) ?? ["SQLITE_CONSTRAINT_TRIGGER"], ["SQLITE_CONSTRAINT_TRIGGER"]);
    await db("notes").delete();
  }
  t.truthy(after);
});

test("on a full disk what was told to be written is there, and nothing else", async (t) => {
  const { db, group } = t.context;
  const [{ page_count: pages }] = await db.raw("PRAGMA page_count");
  await db.raw(`PRAGMA max_page_count = ${pages + 10}`);
  const changes = Array.from({ length: 20 }, (_, index) => note(`n-${index}`, "x".repeat(6_000)));
  const ended = await together(t.context, changes);
  t.true(ended.includes("SQLITE_FULL"));
  t.deepEqual(
    committed(t.context),
    ended.filter((each) => each !== "SQLITE_FULL"),
  );
  await db.raw(`PRAGMA max_page_count = ${pages + 100}`);
  t.is(await group.commit(note("room")), "room");
});

test("where none can begin all fail at once, and none is run later", async (t) => {
  const { db, group, beside } = t.context;
  await db.raw("PRAGMA busy_timeout = 0");
  beside.exec("BEGIN IMMEDIATE");
  const ended = await together(t.context, [note("a"), note("b")]);
  t.deepEqual(ended, ["SQLITE_BUSY", "SQLITE_BUSY"]);
  beside.exec("COMMIT");
  t.is(await group.commit(note("c")), "c");
  t.deepEqual(committed(t.context), ["c"]);
});

test("a statement that a change did not wait for is not written by another", async (t) => {
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
  let late: Promise<unknown[]> | undefined;
  const careless = async (trx: Db): Promise<void> => {
    late = outcomes(
      [note, preparedNote].map(async (write) => begun.then(() => write("late")(trx))),
    );
  };
  const other = async (trx: Db): Promise<string> => {
    begin();
    const refused = "the change that this statement is of has ended";
    t.deepEqual(await late, [refused, refused]);
    return note("a")(trx);
  };
  t.deepEqual(await together(t.context, [careless, other]), [undefined, "a"]);
  t.deepEqual(committed(t.context), ["a"]);
});

test("a change that never ends is given up, and the others are committed", async (t) => {
  const { db } = t.context;
  const group = new Group(db, { patience: 20 });
  const { promise, resolve } = Promise.withResolvers<void>();
  let late: Promise<unknown[]> | undefined;
  const hanging = group.commit(async (trx) => {
    await note("hanging")(trx);
    await promise;
    late = outcomes([note("late")(trx)]);
    await late;
  });
  const ended = await outcomes([hanging, group.commit(note("a"))]);
  t.deepEqual(ended, ["a change did not end in time", "a"]);
  resolve();
  await promise;
  t.deepEqual(await late, ["the change that this statement is of has ended"]);
  t.deepEqual(committed(t.context), ["a"]);
});

test("while another process writes only changes wait, and are made after it", async (t) => {
  const { beside, db, group } = t.context;
  beside.exec("BEGIN EXCLUSIVE");
  const changes = outcomes([group.commit(note("a"))]);
  for (let turn = 0; turn < 20; turn += 1) {
    await setImmediate();
    t.deepEqual(await db("notes").select("id"), []);
  }
  beside.exec("ROLLBACK");
  t.deepEqual(await changes, ["a"]);
});
