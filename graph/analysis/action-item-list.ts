import { Arg, Ctx, Field, ID, InputType, Int, Query, Resolver } from "type-graphql";
import {
  type ActionItemRow,
  type ActionItemSearch,
  listActionItems,
} from "../../db/analysis/action-items.js";
import { buildEmailKey, findUserByEmail } from "../../db/people/users.js";
import { forViewers } from "../access/access.js";
import {
  createConnectionType,
  decodeCursor,
  encodeCursor,
  invalidCursor,
  Page,
  resolvePageSize,
} from "../arguments/pagination.js";
import { DateFrom, DateTo, Day } from "../arguments/scalars.js";
import type { Context } from "../context/context.js";
import { countSet, loadPage, SCAN_ROWS, Scans } from "../context/scans.js";
import { resolvePositionBounds } from "../recordings/filter.js";
import { ActionItem } from "./action-items.js";

const ACTION_ITEMS_LIST = "action-items";

const ActionItemConnection = createConnectionType("ActionItem", () => ActionItem);

@InputType()
class ActionItemFilter {
  @Field(() => Boolean, {
    nullable: true,
    description: "true: only completed ones; false: only open ones.",
  })
  completed?: boolean | null;

  @Field(() => String, {
    nullable: true,
    description: "The e-mail of the user who is to do it, in any case.",
  })
  ownerEmail?: string | null;

  @Field(() => Day, { nullable: true, description: "Only those due before this day." })
  dueBefore?: string | null;

  @Field(() => DateFrom, {
    nullable: true,
    description: "Of recordings created at this time or later.",
  })
  from?: number | null;

  @Field(() => DateTo, {
    nullable: true,
    description: "Of recordings created at this time or before.",
  })
  to?: number | null;

  @Field(() => String, { nullable: true, description: "The rep's e-mail, in any case." })
  userEmail?: string | null;

  @Field(() => ID, { nullable: true })
  clientId?: string | null;
}

const encodePosition = (organizationId: string, row: ActionItemRow): string =>
  encodeCursor(ACTION_ITEMS_LIST, organizationId, `${row.recordingPosition}.${row.position}`);

/** @throws INVALID_CURSOR */
const decodePosition = (organizationId: string, cursor: string): ActionItemSearch["after"] => {
  const [, recordingPosition, position] =
    /^(-?\d{1,18})\.(\d{1,9})$/.exec(decodeCursor(ACTION_ITEMS_LIST, organizationId, cursor)) ?? [];
  if (recordingPosition === undefined || position === undefined) throw invalidCursor();
  return { recordingPosition: Number(recordingPosition), position: Number(position) };
};

/** Returns the conditions of the filter; undefined if the rep is unknown, because nothing can match. */
const resolveFilter = async (
  { db, organizationId }: Context,
  { completed, ownerEmail, dueBefore, from, to, userEmail, clientId }: ActionItemFilter,
): Promise<Omit<ActionItemSearch, "limit"> | undefined> => {
  const user =
    typeof userEmail === "string" ? await findUserByEmail(db, organizationId, userEmail) : null;
  if (user === undefined) return undefined;
  return {
    ...(typeof completed === "boolean" && { completed }),
    ...(typeof ownerEmail === "string" && { ownerKey: buildEmailKey(ownerEmail) }),
    ...(user && { userId: user.id }),
    ...(typeof dueBefore === "string" && { dueBefore }),
    ...resolvePositionBounds({ from, to }),
    ...(typeof clientId === "string" && { clientId }),
  };
};

@Resolver()
export class ActionItemListResolver {
  @forViewers()
  @Scans(({ filter }) =>
    countSet(filter, ["completed", "ownerEmail", "dueBefore", "userEmail", "clientId"]) > 0
      ? SCAN_ROWS
      : 0,
  )
  @Query(() => ActionItemConnection, {
    description:
      "Action items over all processed recordings that the caller may see, those of the newest recording first.",
  })
  async actionItems(
    @Arg("first", () => Int, { nullable: true, defaultValue: 25 }) first: number | null,
    @Arg("after", () => String, { nullable: true }) after: string | null | undefined,
    @Arg("filter", () => ActionItemFilter, { nullable: true })
    filter: ActionItemFilter | null | undefined,
    @Ctx() context: Context,
  ): Promise<Page<ActionItemRow>> {
    const { organizationId } = context;
    const limit = resolvePageSize(first);
    const position = typeof after === "string" ? decodePosition(organizationId, after) : undefined;
    const bounds = await resolveFilter(context, filter ?? {});
    const rows = bounds
      ? await loadPage(context, "actionItems", listActionItems, {
          ...bounds,
          limit: limit + 1,
          after: position,
        })
      : [];
    return new Page(rows, limit, (row) => encodePosition(organizationId, row));
  }
}
