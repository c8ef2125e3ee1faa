import { formatQuery } from "../helpers/graphql/format-query.js";
import type { Tenant } from "../helpers/server.js";
import { test } from "../helpers/suite.js";

const get = async (org: Tenant, parameters: Record<string, string> | string) =>
  org.get(
    `/v1/stats?${typeof parameters === "string" ? parameters : formatQuery({ groupBy: "user", ...parameters })}`,
  );

const DAY = "2026-03-02";
const valid: Record<string, string> = {
  startDate: DAY,
  endDate: DAY,
  fromDate: DAY,
  toDate: DAY,
  teamIds: "t",
  emails: "rep@example.com",
  aiTemplate: "x",
  tag: "x",
  includedTags: "x,y",
  excludedTags: "x,y",
  interval: "day",
  timeZone: "UTC",
};

const buildError = (field: string) => ({ status: 400, code: "INVALID_FIELD", field });

test("a missing or unknown groupBy is refused", async (t) => {
  const { org } = t.context;
  const { status, body } = await get(org, "startDate=never");
  t.is(status, 400);
  t.deepEqual(body, {
    message: "groupBy is required",
    code: "MISSING_REQUIRED_FIELD",
    field: "groupBy",
  });
  for (const groupBy of ["users", "User", "", "user,team", "null"]) {
    const answer = await get(org, formatQuery({ groupBy }));
    t.like({ status: answer.status, ...answer.body }, buildError("groupBy"), groupBy);
  }
});

test("a parameter that is empty, repeated or sent with its alias is refused by name", async (t) => {
  const { org } = t.context;
  for (const [name, value] of Object.entries(valid)) {
    const accepted = await get(org, { [name]: value });
    t.is(accepted.status, 200, accepted.text);
    const one = formatQuery({ groupBy: "user", [name]: value });
    for (const query of [formatQuery({ groupBy: "user", [name]: "" }), `${one}&${name}=${value}`]) {
      const { status, body } = await get(org, query);
      t.like({ status, ...body }, buildError(name), query);
    }
  }
  const { status, body } = await get(org, { startDate: DAY, fromDate: DAY });
  t.like({ status, ...body }, buildError("fromDate"));
});

test("an invalid time is refused under the name that was sent", async (t) => {
  const { org } = t.context;
  for (const name of ["startDate", "endDate", "fromDate", "toDate"])
    for (const value of ["2026-02-30", "2026-03-02T00:00:00+01:00", "1772409600", "yesterday"]) {
      const { status, body } = await get(org, { [name]: value });
      t.like({ status, ...body }, buildError(name), value);
    }
});

test("a list with an empty or invalid item is refused", async (t) => {
  const { org } = t.context;
  for (const name of ["teamIds", "emails", "includedTags", "excludedTags"])
    for (const value of ["a,,b", ",a", "a,", "a\0", "x".repeat(1025)]) {
      const { status, body } = await get(org, { [name]: value });
      t.is(status, 400);
      t.is(body.code, "INVALID_FIELD");
      t.is(body.field.split(".")[0], name, value.slice(0, 9));
    }
});

const addresses = (count: number): string[] =>
  Array.from({ length: count }, (_, index) => `nobody${index}@example.com`);

test("/v1 accepts 100 e-mails and refuses 101 by name", async (t) => {
  const { org } = t.context;
  const maximum = await get(org, { emails: addresses(100).join(",") });
  t.is(maximum.status, 200);
  t.is(maximum.body.errors.length, 100);
  const { status, body } = await get(org, { emails: addresses(101).join(",") });
  t.deepEqual(
    { status, ...body },
    { ...buildError("emails"), message: "emails must have at most 100 items" },
  );
});

const STATS = `query ($filter: StatsFilter) {
  stats(groupBy: user, filter: $filter) { stats { email teamId } errors { type value } }
}`;

test("/graphql accepts 10,000 items in each list and refuses more by name", async (t) => {
  const { org } = t.context;
  const emails = [...addresses(9_999), "REP@example.com"];
  const { stats } = await org.graphql(STATS, { filter: { emails } });
  t.deepEqual(stats.stats, [{ email: "rep@example.com", teamId: null }]);
  t.is(stats.errors.length, 9_999);
  for (const name of ["emails", "teamIds", "includedTags", "excludedTags"]) {
    const { errors } = await org.sendGraphql(STATS, { filter: { [name]: addresses(10_001) } });
    t.deepEqual(errors?.[0]?.extensions, { code: "INVALID_FIELD", field: name });
  }
});

test("without groupBy, the entry's name shows whether users were chosen, and unknown ones have none", async (t) => {
  const { org } = t.context;
  const query = `query ($filter: StatsFilter) {
    stats(filter: $filter) { stats { email teamId name } errors { type value } }
  }`;
  const entry = { email: null, teamId: null };
  for (const [filter, stats] of [
    [{}, [{ ...entry, name: "All users" }]],
    [{ emails: ["rep@example.com", "who@example.com"] }, [{ ...entry, name: "Chosen users" }]],
    [{ emails: ["who@example.com"] }, []],
    [{ teamIds: ["unknown"] }, []],
  ] as const)
    t.deepEqual((await org.graphql(query, { filter })).stats.stats, stats, JSON.stringify(filter));
});

test("over /graphql, null or an empty list doesn't filter", async (t) => {
  const { org } = t.context;
  const unfiltered = await org.graphql(STATS);
  t.is(unfiltered.stats.stats.length, 1);
  const lists = { teamIds: [], emails: [], includedTags: [], excludedTags: [] };
  const nulls = { from: null, to: null, templateId: null, tag: null, emails: null };
  for (const filter of [null, {}, lists, nulls])
    t.deepEqual(await org.graphql(STATS, { filter }), unfiltered);
});
