import test from "ava";
import type { Failure } from "../../graph/core/errors.js";
import { createUploads } from "../../src/http/uploads.js";

test("sixteen uploads are under way at once, of which no organization has more than four", (t) => {
  const told: string[][] = [];
  const ctx = { req: {}, set: (...header: string[]) => void told.push(header) } as never;
  const { acquireSlot } = createUploads(1);
  const codeOf = (organizationId: string): string | undefined =>
    t.throws<Failure>(() => acquireSlot(ctx, organizationId))?.code;
  const [end] = ["a", "b", "c", "d"].flatMap((organizationId) =>
    Array.from({ length: 4 }, () => acquireSlot(ctx, organizationId)),
  );
  t.is(codeOf("a"), "RATE_LIMITED");
  t.deepEqual(told, []);
  t.is(codeOf("e"), "UNAVAILABLE");
  t.deepEqual(told, [["retry-after", "10"]]);
  end!();
  acquireSlot(ctx, "e");
  t.is(codeOf("a"), "UNAVAILABLE");
});
