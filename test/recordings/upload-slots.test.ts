import test from "ava";
import type { Failure } from "../../graph/core/errors.js";
import { createUploads } from "../../src/api/http/uploads.js";

test("at most 16 uploads run at once, and 4 per organization", (t) => {
  const headers: string[][] = [];
  const ctx = {
    req: {},
    state: {},
    set: (...header: string[]) => void headers.push(header),
  } as never;
  const { acquireSlot } = createUploads(1);
  const acquireError = (organizationId: string): string | undefined =>
    t.throws<Failure>(() => acquireSlot(ctx, organizationId))?.code;
  const [release] = ["a", "b", "c", "d"].flatMap((organizationId) =>
    Array.from({ length: 4 }, () => acquireSlot(ctx, organizationId)),
  );
  t.is(acquireError("a"), "RATE_LIMITED");
  t.deepEqual(headers, []);
  t.is(acquireError("e"), "UNAVAILABLE");
  t.deepEqual(headers, [["retry-after", "10"]]);
  release!();
  acquireSlot(ctx, "e");
  t.is(acquireError("a"), "UNAVAILABLE");
});

const buildContext = (credential: object) => ({ req: {}, state: { credential } }) as never;

test("people take at most 2 of an organization's 4 places", (t) => {
  const person = buildContext({ sessionId: "s" });
  const { acquireSlot } = createUploads(1);
  const [release] = [acquireSlot(person, "a"), acquireSlot(person, "a")];
  t.is(t.throws<Failure>(() => acquireSlot(person, "a"))?.code, "RATE_LIMITED");
  acquireSlot(person, "b");
  acquireSlot(buildContext({}), "a");
  release();
  release();
  acquireSlot(person, "a");
  t.throws(() => acquireSlot(person, "a"));
});
