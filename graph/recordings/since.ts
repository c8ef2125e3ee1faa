import { Field, InputType } from "type-graphql";
import { invalidField } from "../core/errors.js";
import { DateFrom } from "../arguments/scalars.js";

@InputType({
  description:
    "One of the two. Orders the list by that time, ascending. Its cursors miss nothing: a caller that pages to the end, and continues from syncCursor at any later time, receives every recording that changed since, in its newest state.",
})
export class RecordingSince {
  @Field(() => DateFrom, {
    nullable: true,
    description:
      "Recordings of which any shown field changed at this time or later, and those that were erased (deleted).",
  })
  updated?: number | null;

  @Field(() => DateFrom, {
    nullable: true,
    description:
      "Recordings first processed at this time or later. A later change does not show a recording again.",
  })
  processed?: number | null;
}

/** Returns whether a change-time filter is set. @throws INVALID_FIELD for both times */
export const hasSince = (since: RecordingSince | null | undefined): since is RecordingSince => {
  const { updated, processed } = since ?? {};
  if (typeof updated === "number" && typeof processed === "number")
    throw invalidField("since.processed", "must not be given with the time of the last change");
  return typeof updated === "number" || typeof processed === "number";
};
