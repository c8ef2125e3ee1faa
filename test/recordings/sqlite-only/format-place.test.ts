import test from "ava";

// The console is no part of this compilation; Node strips the types itself.
const FILE = new URL("../../../../web/lib/format.ts", import.meta.url).href;
const { formatPlace } = (await import(FILE)) as { formatPlace: (place: number) => string };

test("a place in a line has its ordinal", (t) => {
  const ordinals = [2, 3, 4, 11, 12, 13, 21, 22, 23, 100, 101, 111, 112, 113].map(formatPlace);
  t.deepEqual(
    ordinals,
    "2nd 3rd 4th 11th 12th 13th 21st 22nd 23rd 100th 101st 111th 112th 113th"
      .split(" ")
      .map((ordinal) => `${ordinal} in line`),
  );
  t.is(formatPlace(1), "next in line");
  t.regex(formatPlace(1_000), /^1.?000th in line$/);
  t.regex(formatPlace(1_001), /^more than 1.?000 calls are before it$/);
});
