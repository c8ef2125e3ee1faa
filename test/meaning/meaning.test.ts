import test from "ava";
import { createMeaning } from "../../src/meaning/meaning.js";

const ORG = "organization";

const multiply = (one: Float32Array, other: Float32Array): number =>
  one.reduce((sum, value, at) => sum + value * other[at]!, 0);

test("sentences of like meaning have like vectors, whatever their words", async (t) => {
  const meaning = createMeaning();
  const [price, money, frames] = (await meaning.embed(ORG, [
    "That is too expensive for us.",
    "We cannot afford so much money.",
    "The frames are made of wood.",
  ])) as [Float32Array, Float32Array, Float32Array];
  t.true(multiply(price, money) > 0.7);
  t.true(multiply(price, frames) < 0.3);
  for (const vector of [price, money, frames])
    t.true(Math.abs(multiply(vector, vector) - 1) < 1e-4);
});

test("any text has a vector, and none depends on its neighbours", async (t) => {
  const meaning = createMeaning();
  const texts = [
    "",
    " ",
    "😀",
    "نعم",
    "a".repeat(100_000),
    "\0",
    "Yes.",
    ...Array(200).fill("No."),
  ];
  const vectors = await meaning.embed(ORG, texts);
  t.is(vectors.length, texts.length);
  for (const vector of vectors) t.true(vector.every(Number.isFinite));
  const [alone] = await meaning.embed(ORG, ["Yes."]);
  t.true(multiply(alone!, vectors[6]!) > 0.9999);
  t.deepEqual(await meaning.embed(ORG, []), []);
});

test("an abort ends the process, and the next sentences start another", async (t) => {
  const meaning = createMeaning();
  const stopping = new AbortController();
  const running = meaning.embed(ORG, Array(5_000).fill("It rains."), stopping.signal);
  setTimeout(() => stopping.abort(new Error("stopped")), 200);
  await t.throwsAsync(running, { message: "stopped" });
  t.is((await meaning.embed(ORG, ["It rains."])).length, 1);
});

test("a process that needs too much memory is ended, also the second time", async (t) => {
  const meaning = createMeaning({ maxResidentBytes: 1 });
  await t.throwsAsync(meaning.embed(ORG, Array(128).fill("It rains.")), {
    name: "Error",
    message: "the process ended with SIGKILL",
  });
});
