import test from "ava";

// The console is no part of this compilation; Node strips the types itself.
const importLib = async (name: string): Promise<unknown> =>
  import(new URL(`../../../../web/lib/${name}.ts`, import.meta.url).href);
const { createPlaces } = (await importLib("create-places")) as {
  createPlaces: () => (ids: readonly string[]) => ReadonlyMap<string, number>;
};
const { distinguishNames } = (await importLib("distinguish-names")) as {
  distinguishNames: (
    items: { id: string; name: string }[],
    kind: "users" | "teams",
  ) => { id: string; name: string }[];
};

test("a line keeps its place while others come and go", (t) => {
  const assign = createPlaces();
  const read = (...ids: string[]) => Object.fromEntries(assign(ids));
  t.deepEqual(read("una", "ron"), { ron: 0, una: 1 });
  t.deepEqual(read("una", "mia"), { una: 1, mia: 0 });
  t.deepEqual(read("ann", "mia", "ron", "una"), { mia: 0, una: 1, ann: 2, ron: 3 });
});

const sams = [
  { id: "a@example.com", name: "Sam Lee" },
  { id: "b@example.com", name: "Una" },
  { id: "c@example.com", name: "Sam Lee" },
];

test("equal names of users get their e-mail, and those of teams a number", (t) => {
  t.deepEqual(
    distinguishNames(sams, "users").map(({ name }) => name),
    ["Sam Lee (a@example.com)", "Una", "Sam Lee (c@example.com)"],
  );
  t.deepEqual(
    distinguishNames(sams, "teams").map(({ name }) => name),
    ["Sam Lee (1)", "Una", "Sam Lee (2)"],
  );
});
