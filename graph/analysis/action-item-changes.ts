import { Arg, Ctx, Field, ID, InputType, Mutation, Resolver } from "type-graphql";
import {
  type ActionItemRow,
  deleteActionItem,
  findActionItem,
  insertActionItems,
  loadActionItems,
  type StoredActionItem,
  updateActionItem,
} from "../../db/analysis/action-items.js";
import { forgetActionItem } from "../../db/analysis/versions.js";
import type { Db } from "../../db/engine/connect.js";
import { seesUser } from "../../db/sign-in/viewers.js";
import { findUserByEmail } from "../../db/people/users.js";
import type { RecordingRow } from "../../db/recordings/fields.js";
import { updateRecording } from "../../db/recordings/recording.js";
import { forPeople, forWriters } from "../access/access.js";
import { NotNull } from "../arguments/constraints.js";
import { Limit } from "../arguments/limits.js";
import type { Limits } from "../arguments/declared-limits.js";
import { Day } from "../arguments/scalars.js";
import type { Context } from "../context/context.js";
import { mutate } from "../context/mutate.js";
import { conflict, Failure, invalidField, notFound } from "../core/errors.js";
import { requireRecording } from "../recordings/recording.js";
import { maySee, requireVisibleRecording } from "../recordings/visible.js";
import { withStatsUpdated } from "../stats/rollups.js";
import { ActionItem } from "./action-items.js";
import { validateTextTotal } from "./text-totals.js";

const ACTION_TEXT: Limits = { maxBytes: 2_000 };
/** Per recording, including those of its analysis. */
const MAX_ITEMS = 1_000;

const OWNER_DESCRIPTION =
  "The e-mail of the user who does it, who must see the recording. null: the call's rep or, for an item of kind client, the client.";

@InputType()
class NewActionItemInput {
  @Limit(ACTION_TEXT)
  @Field(() => String, { description: "The task, as plain text." })
  text!: string;

  @Field(() => String, { nullable: true, description: OWNER_DESCRIPTION })
  ownerEmail?: string | null;

  @Field(() => Day, { nullable: true })
  due?: string | null;
}

@InputType()
class ActionItemChanges {
  @NotNull()
  @Limit(ACTION_TEXT)
  @Field(() => String, { nullable: true })
  text?: string;

  @Field(() => String, { nullable: true, description: OWNER_DESCRIPTION })
  ownerEmail?: string | null;

  @Field(() => Day, { nullable: true, description: "null: no day." })
  due?: string | null;

  @NotNull()
  @Field(() => Boolean, { nullable: true })
  completed?: boolean;
}

/** @throws INVALID_FIELD */
const validateText = (text: string): void => {
  if (text.trim() === "") throw invalidField("text", "must not be empty");
};

/**
 * Returns the id of the user who owns an item from now on. @throws USER_NOT_FOUND, also for a user who doesn't see the
 * recording, as for one that the caller doesn't see
 */
const resolveOwnerId = async (
  trx: Db,
  { organizationId }: Context,
  recording: RecordingRow,
  email: string | null,
): Promise<string | null> => {
  if (email === null) return null;
  const user = await findUserByEmail(trx, organizationId, email);
  if (user?.active) {
    if (await seesUser(trx, organizationId, user.id, recording.userId)) return user.id;
  }
  throw new Failure(
    "USER_NOT_FOUND",
    "is not the email of an active user who sees the recording",
    "ownerEmail",
  );
};

/** Returns the fields that differ from those of the item. */
const listDifferences = (
  item: StoredActionItem,
  sent: { [Field in keyof StoredActionItem]?: StoredActionItem[Field] | undefined },
): Partial<StoredActionItem> =>
  Object.fromEntries(
    Object.entries(sent).filter(
      ([field, value]) => value !== undefined && value !== item[field as keyof StoredActionItem],
    ),
  );

/** Validates the total size of a recording's action items. @throws INVALID_FIELD */
const validateTotal = (items: readonly StoredActionItem[]): void =>
  validateTextTotal(
    "text",
    items.flatMap(({ text, assignee }) => [text, assignee]),
  );

/** Loads an action item of a recording that the caller sees. @throws NOT_FOUND */
const requireActionItem = async (
  trx: Db,
  context: Context,
  id: string,
): Promise<{ item: ActionItemRow; recording: RecordingRow }> => {
  const item = await findActionItem(trx, context.organizationId, id);
  if (!item) throw notFound("Action item");
  const recording = await requireRecording(trx, context.organizationId, item.recordingId);
  if (!maySee(context, recording) || recording.status !== "processed")
    throw notFound("Action item");
  return { item, recording };
};

@Resolver()
export class ActionItemChangeResolver {
  @forPeople()
  @Mutation(() => ActionItem, {
    description:
      "Adds an action item to a processed recording. For all who see the recording. Later analyses keep it.",
  })
  async addActionItem(
    @Arg("recordingId", () => ID) recordingId: string,
    @Arg("input", () => NewActionItemInput) { text, ownerEmail, due }: NewActionItemInput,
    @Ctx() context: Context,
  ): Promise<ActionItemRow> {
    validateText(text);
    const { organizationId, newId, now } = context;
    return mutate(context, async (trx) => {
      const recording = await requireVisibleRecording(trx, context, recordingId);
      const items = await loadActionItems(trx, organizationId, [recordingId]);
      if (items.length >= MAX_ITEMS)
        throw conflict(`has ${MAX_ITEMS} action items already`, "recordingId");
      const item: StoredActionItem = {
        id: newId(),
        kind: "explicit",
        text,
        assignee: null,
        completed: 0,
        due: due ?? null,
        ownerId: await resolveOwnerId(trx, context, recording, ownerEmail ?? null),
        foundText: null,
        completedAt: null,
        completedBy: null,
        changedAt: now(),
        isAdded: 1,
      };
      validateTotal([...items, item]);
      const position = (items.at(-1)?.position ?? -1) + 1;
      await withStatsUpdated(trx, organizationId, [recording], async () => {
        await insertActionItems(trx, organizationId, recording, [item], position);
        const changes = { actionItemCount: items.length + 1 };
        await updateRecording(trx, organizationId, recordingId, changes, now());
      });
      return { ...item, recordingId, recordingPosition: recording.position, position };
    });
  }

  @forWriters("ingest")
  @Mutation(() => ActionItem, {
    description:
      "Completes an action item, or changes its text, owner or day. For all who see the recording. Changes only the fields that are sent; later analyses keep the item as it is.",
  })
  async updateActionItem(
    @Arg("id", () => ID) id: string,
    @Arg("input", () => ActionItemChanges) input: ActionItemChanges,
    @Ctx() context: Context,
  ): Promise<ActionItemRow> {
    const { text, due, completed, ownerEmail } = input;
    if (text !== undefined) validateText(text);
    const { organizationId, now, actor } = context;
    return mutate(context, async (trx) => {
      const { item, recording } = await requireActionItem(trx, context, id);
      const sent = listDifferences(item, {
        text,
        due,
        completed: completed === undefined ? undefined : Number(completed),
        ownerId:
          ownerEmail === undefined
            ? undefined
            : await resolveOwnerId(trx, context, recording, ownerEmail),
      });
      if (Object.keys(sent).length === 0) return item;
      const changes: Partial<StoredActionItem> = {
        ...sent,
        ...(sent.text !== undefined && { foundText: item.foundText ?? item.text }),
        ...(sent.completed !== undefined && {
          completedAt: completed ? now() : null,
          completedBy: completed ? actor().userId : null,
        }),
        changedAt: now(),
      };
      if (sent.text !== undefined) {
        const items = await loadActionItems(trx, organizationId, [recording.id]);
        validateTotal(items.map((one) => (one.id === id ? { ...one, ...changes } : one)));
      }
      await updateActionItem(trx, organizationId, id, changes);
      await updateRecording(trx, organizationId, recording.id, {}, now());
      return { ...item, ...changes };
    });
  }

  @forPeople()
  @Mutation(() => Boolean, {
    description:
      "Deletes an action item that a person added, or that the current analysis doesn't have. Complete others: another analysis would find them again.",
  })
  async deleteActionItem(
    @Arg("id", () => ID) id: string,
    @Ctx() context: Context,
  ): Promise<boolean> {
    const { organizationId, now } = context;
    return mutate(context, async (trx) => {
      const { item, recording } = await requireActionItem(trx, context, id);
      if (item.isAdded === 0)
        throw new Failure("FORBIDDEN", "The analysis has the action item; complete it instead");
      await withStatsUpdated(trx, organizationId, [recording], async () => {
        await deleteActionItem(trx, organizationId, id);
        await forgetActionItem(trx, organizationId, recording.id, id);
        const changes = { actionItemCount: (recording.actionItemCount ?? 1) - 1 };
        await updateRecording(trx, organizationId, recording.id, changes, now());
      });
      return true;
    });
  }
}
