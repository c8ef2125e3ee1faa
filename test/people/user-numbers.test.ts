import { test } from "../helpers/suite.js";

const UPSERT = `mutation ($input: UserInput!) { upsertUser(input: $input) { email phones extensions } }`;
const SET_COUNTRY = `mutation ($country: String) { setCountry(country: $country) { country } }`;

test("a user has phones in E.164 and extensions, which an absent list leaves", async (t) => {
  const { org } = t.context;
  await org.graphql(SET_COUNTRY, { country: "DE" });
  const rep = { email: "rep@example.com", name: "Robin" };
  const upsert = async (fields: object) =>
    (await org.graphql(UPSERT, { input: { ...rep, ...fields } })).upsertUser;
  const phones = ["030 123456", "+49 (0)30 123456", "+1 212 555 0100"];
  t.deepEqual(await upsert({ phones, extensions: ["204", " 204 ", "sales-1"] }), {
    email: rep.email,
    phones: ["+12125550100", "+4930123456"],
    extensions: ["204", "sales-1"],
  });
  t.like(await upsert({ extensions: [] }), {
    phones: ["+12125550100", "+4930123456"],
    extensions: [],
  });
  t.like(await upsert({ phones: null }), { phones: [] });
});

test("a number is one user's alone, and free again once it is taken away", async (t) => {
  const { org } = t.context;
  const upsert = async (name: string, fields: object) =>
    org.sendGraphql(UPSERT, { input: { email: `${name}@example.com`, name, ...fields } });
  await upsert("ann", { extensions: ["204"], phones: ["+4930123456"] });
  for (const [fields, field] of [
    [{ extensions: ["1", "204"] }, "extensions.1"],
    [{ phones: ["+49 30 123456"] }, "phones.0"],
  ] as const) {
    const { errors } = await upsert("bob", fields);
    t.like(errors?.[0]?.extensions, { code: "CONFLICT", field });
  }
  await upsert("ann", { extensions: [] });
  t.is((await upsert("bob", { extensions: ["204"] })).errors, undefined);
});

test("an unreadable number or country names its field", async (t) => {
  const { org } = t.context;
  const rep = { email: "rep@example.com", name: "Robin" };
  for (const [fields, field] of [
    [{ phones: ["+4930123456", "030 123456"] }, "phones.1"],
    [{ phones: ["+1 212 555 0100 x12"] }, "phones.0"],
    [{ extensions: ["2 04"] }, "extensions.0"],
    [{ extensions: [""] }, "extensions.0"],
  ] as const) {
    const { errors } = await org.sendGraphql(UPSERT, { input: { ...rep, ...fields } });
    t.like(errors?.[0]?.extensions, { code: "INVALID_FIELD", field }, JSON.stringify(fields));
  }
  const { errors } = await org.sendGraphql(SET_COUNTRY, { country: "Germany" });
  t.like(errors?.[0]?.extensions, { code: "INVALID_FIELD", field: "country" });
  t.is((await org.graphql(SET_COUNTRY, { country: null })).setCountry.country, null);
});

test("a number is mapped to a user beside those that they have", async (t) => {
  const { org } = t.context;
  const map = async (number: string, userEmail = "rep@example.com") =>
    org.sendGraphql(
      `mutation ($number: String!, $userEmail: String!) {
        mapNumber(kind: extension, number: $number, userEmail: $userEmail) { extensions }
      }`,
      { number, userEmail },
    );
  await org.createUser();
  await org.createUser("ann@example.com");
  t.deepEqual((await map("204")).data.mapNumber.extensions, ["204"]);
  t.deepEqual((await map("205")).data.mapNumber.extensions, ["204", "205"]);
  t.deepEqual((await map("204")).data.mapNumber.extensions, ["204", "205"]);
  for (const [answer, code, field] of [
    [await map("204", "ann@example.com"), "CONFLICT", "number"],
    [await map("2 4"), "INVALID_FIELD", "number"],
    [await map("206", "no@example.com"), "USER_NOT_FOUND", "userEmail"],
  ] as const)
    t.like(answer.errors?.[0]?.extensions, { code, field });
});
