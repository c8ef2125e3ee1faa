import test from "ava";
import type { Failure } from "../../graph/core/errors.js";
import { createUploads } from "../../src/api/http/uploads.js";

test("at most 16 uploads run at once, and 4 per organization", (t) => {
  const headers: string[][] = [];
  const ctx = { req: {}, set: (...header: string[]) => void headers.push(header) } as never;
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
