import { setTimeout } from "node:timers/promises";
import { transact } from "../db/write.js";
import { commits, committed, note, notesTest } from "./helpers/notes.js";

const test = notesTest();

const ids = Array.from({ length: 16 }, (_, index) => `n-${index}`);

test("changes that come together are one commit, and happen in the order they came", async (t) => {
  const { group } = t.context;
  const before = commits(t.context);
  t.deepEqual(await Promise.all(ids.map((id) => group.commit(note(id)))), ids);
  t.deepEqual(committed(t.context), ids);
  t.is(commits(t.context), before + 1);
});

test("a change sees those before it, and no other connection does until they are told", async (t) => {
  const { group } = t.context;
  let told = false;
  const tell = async (): Promise<void> => {
    await group.commit(note("first"));
    t.deepEqual(committed(t.context), ["first"]);
    told = true;
  };
  const first = tell();
  const second = group.commit(async (trx) => {
    // Long enough for the first to be told, if that did not wait for the commit.
    await setTimeout(1);
    t.false(told);
    t.deepEqual(committed(t.context), []);
    return trx("notes").pluck("id");
  });
  t.deepEqual(await second, ["first"]);
  await first;
});

test("a change that comes while others are under way is committed with them", async (t) => {
  const { group } = t.context;
  const before = commits(t.context);
  let late: Promise<string> | undefined;
  await group.commit(async (trx) => {
    await note("early")(trx);
    late = group.commit(note("late"));
    await setTimeout(1);
  });
  t.is(await late, "late");
  t.deepEqual(committed(t.context), ["early", "late"]);
  t.is(commits(t.context), before + 1);
});

test("a commit waits for a hundred changes at most, and for none after a long one", async (t) => {
  const { db, group } = t.context;
  const before = commits(t.context);
  const all = Array.from({ length: 201 }, (_, index) => `n-${index}`);
  await Promise.all(all.map((id) => group.commit(note(id))));
  t.deepEqual(committed(t.context), all);
  t.is(commits(t.context), before + 3);
  const between = commits(t.context);
  const long = transact(db, async (trx) => {
    await note("long")(trx);
    await setTimeout(50);
  });
  await Promise.all([long, transact(db, note("next"))]);
  t.is(commits(t.context), between + 2);
});

test("a change and a transaction of its own do not get in each other's way", async (t) => {
  const { db } = t.context;
  const alone = db.transaction(async (trx) => {
    await note("alone")(trx);
    await setTimeout(1);
  });
  await Promise.all([alone, ...ids.map((id) => transact(db, note(id)))]);
  t.deepEqual(committed(t.context), ["alone", ...ids]);
});

test("a change can use all that a handle has, a transaction inside it too", async (t) => {
  const { db } = t.context;
  await transact(db, async (trx) => {
    await trx.raw("INSERT INTO notes (id) VALUES (?)", ["raw"]);
    await trx.insert({ id: "insert" }).into("notes");
    await trx("notes").update({ text: trx.raw("upper(id)") });
    const inner = trx.transaction(async (savepoint) => {
      await note("inner")(savepoint);
      throw new Error("inner");
    });
    await t.throwsAsync(inner, { message: "inner" });
    t.deepEqual(await trx.select("text").from("notes").orderBy("id").pluck("text"), [
      "INSERT",
      "RAW",
    ]);
  });
  t.deepEqual(committed(t.context), ["raw", "insert"]);
});
