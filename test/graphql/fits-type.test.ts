import test from "ava";
import fc from "fast-check";
import { coerceInputValue, type GraphQLInputObjectType } from "graphql";
import { fitsItemOf } from "../../graph/arguments/fits-type.js";
import { validateLimits } from "../../graph/arguments/limits.js";
import { getSchema } from "../helpers/graphql/schema.js";

const loadType = (name: string): GraphQLInputObjectType =>
  getSchema().getType(name) as GraphQLInputObjectType;

/** Returns whether the checks that give reasons accept the value. */
const isAccepted = (type: GraphQLInputObjectType, value: unknown): boolean => {
  let accepted = true;
  coerceInputValue(value, type, () => (accepted = false));
  if (!accepted) return false;
  try {
    validateLimits({ item: value }, [{ name: "item", type, extensions: {} } as never]);
    return true;
  } catch {
    return false;
  }
};

const UTTERANCE = { speaker: "Kim", role: "client", text: "Hello?", start: 0, end: 900 };

test("a valid utterance fits, and every value that fits is accepted", (t) => {
  const type = loadType("UtteranceInput");
  const fits = fitsItemOf(type);
  t.true(fits(UTTERANCE));
  t.true(fits({ ...UTTERANCE, role: undefined }));
  const texts = ["", "x", "\0", "\ud800", "x".repeat(1_025), "ä".repeat(60_000), "rep", "nobody"];
  const values = [...texts, null, undefined, 0, -1, 1.5, 2 ** 31, Number.NaN, true, [], {}, ["x"]];
  const field = fc.constantFrom<unknown>(...values);
  const item = fc.record(
    { speaker: field, role: field, text: field, start: field, end: field, other: field },
    { requiredKeys: [] },
  );
  const oneField = fc
    .tuple(fc.constantFrom("speaker", "role", "text", "start", "end", "other"), field)
    .map(([name, value]) => ({ ...UTTERANCE, [name]: value }));
  fc.assert(
    fc.property(
      fc.oneof(item, oneField, field),
      (value) => !fits(value) || isAccepted(type, value),
    ),
    { numRuns: 5_000 },
  );
});

test("a value fits in no type whose fields need more than this check", (t) => {
  const fits = fitsItemOf(loadType("CustomerInput"));
  t.false(fits(null));
  t.false(fits([]));
  t.false(fitsItemOf(getSchema().getType("JSON") as never)({}));
});
