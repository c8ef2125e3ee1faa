import {
  Ctx,
  Field,
  FieldResolver,
  ID,
  InputType,
  ObjectType,
  registerEnumType,
  Resolver,
  Root,
} from "type-graphql";
import type {
  ActionItemRow,
  FoundActionItem,
  StoredActionItem,
} from "../../db/analysis/action-items.js";
import type { UserRow } from "../../db/people/users.js";
import type { RecordingRow } from "../../db/recordings/fields.js";
import { Receipt } from "../access/receipts.js";
import { LONG_TEXT, Limit } from "../arguments/limits.js";
import { DateTime, Day } from "../arguments/scalars.js";
import type { Context } from "../context/context.js";
import { userLoader } from "../people/loaders.js";
import { User } from "../people/users.js";
import { withoutActivity } from "../people/without-activity.js";
import { recordingLoader } from "../recordings/loaders.js";
import { Recording } from "../recordings/recording.js";
import { actionItemsLoader } from "./loaders.js";

const ActionItemKinds = { explicit: "explicit", client: "client" } as const;
registerEnumType(ActionItemKinds, { name: "ActionItemKind" });

@ObjectType({ simpleResolvers: true })
export class ActionItem {
  @Receipt()
  @Field(() => ID, { nullable: true, description: "Null in an earlier analysis." })
  id!: string | null;

  @Field(() => ActionItemKinds, {
    description: "explicit: agreed in the call. client: for the client to do.",
  })
  kind!: FoundActionItem["kind"];

  @Field(() => String, { description: "The task." })
  text!: string;

  @Field(() => String, {
    nullable: true,
    description: "The person responsible, as the call names them; null if it doesn't mention one.",
  })
  assignee!: string | null;

  @Receipt()
  @Field(() => Boolean, { description: "Whether the task is done." })
  completed!: number;

  @Receipt()
  @Field(() => Day, { nullable: true, description: "The day by which it is to be done." })
  due!: string | null;

  @Receipt()
  @Field(() => DateTime, {
    nullable: true,
    description:
      "When a person or program completed it; null if the analysis says that it is done.",
  })
  completedAt!: number | null;
}

@InputType()
export class ActionItemInput {
  @Field(() => ActionItemKinds, { nullable: true, defaultValue: "explicit" })
  kind!: FoundActionItem["kind"] | null;

  @Limit(LONG_TEXT)
  @Field(() => String)
  text!: string;

  @Field(() => String, { nullable: true })
  assignee?: string | null;

  @Field(() => Boolean, { nullable: true, defaultValue: false })
  completed!: boolean | null;

  @Field(() => Day, { nullable: true })
  due?: string | null;
}

/** Builds the action items of an analysis; null if it didn't look for any. */
export const buildFoundItems = (
  items: ActionItemInput[] | null | undefined,
): FoundActionItem[] | null =>
  items?.map((item) => ({
    kind: item.kind ?? "explicit",
    text: item.text,
    assignee: item.assignee ?? null,
    completed: item.completed ? 1 : 0,
    due: item.due ?? null,
  })) ?? null;

/** A stored item, or one of an earlier analysis, which has no id. */
type ShownItem = FoundActionItem & Partial<ActionItemRow>;

/** Returns the id of the user who is to do it. */
const findOwnerId = async (
  { ownerId, kind, recordingId }: ShownItem,
  { loaders }: Context,
): Promise<string | undefined> => {
  if (typeof ownerId === "string") return ownerId;
  if (kind !== "explicit" || recordingId === undefined) return undefined;
  return (await loaders.get(recordingLoader).load(recordingId))?.userId;
};

@Resolver(() => Recording)
export class RecordingActionItemsResolver {
  @FieldResolver(() => [ActionItem], {
    nullable: true,
    description: "Tasks from the call; null if the analysis didn't look for any.",
  })
  actionItems(
    @Root() recording: RecordingRow,
    @Ctx() context: Context,
  ): ShownItem[] | null | Promise<ShownItem[]> {
    if (recording.actionItemCount === null) return null;
    if (recording.actionItems === undefined)
      return context.loaders.get(actionItemsLoader).load(recording.id);
    const { id: recordingId } = recording;
    const items = JSON.parse(recording.actionItems) as StoredActionItem[];
    return items.map((item) => ({ ...item, recordingId }));
  }
}

@Resolver(() => ActionItem)
export class ActionItemResolver {
  @FieldResolver(() => Recording, {
    nullable: true,
    description: "Null in an earlier analysis.",
  })
  async recording(
    @Root() { recordingId }: ShownItem,
    @Ctx() { loaders }: Context,
  ): Promise<RecordingRow | undefined> {
    return recordingId === undefined ? undefined : loaders.get(recordingLoader).load(recordingId);
  }

  @FieldResolver(() => User, {
    nullable: true,
    description:
      "The user who is to do it: the one that a person chose or, for an explicit item, the call's rep. Null if it is for the client to do, and in an earlier analysis.",
  })
  async owner(@Root() item: ShownItem, @Ctx() context: Context): Promise<UserRow | undefined> {
    const id = await findOwnerId(item, context);
    const user = id === undefined ? undefined : await context.loaders.get(userLoader).load(id);
    return user && withoutActivity(context, user);
  }

  @FieldResolver(() => String, { nullable: true, description: "The owner's e-mail address." })
  async ownerEmail(@Root() item: ShownItem, @Ctx() context: Context): Promise<string | undefined> {
    return (await this.owner(item, context))?.email;
  }

  @FieldResolver(() => User, {
    nullable: true,
    description: "The user who completed it; null for a program and for an analysis.",
  })
  async completedBy(
    @Root() { completedBy }: ShownItem,
    @Ctx() context: Context,
  ): Promise<UserRow | undefined> {
    if (typeof completedBy !== "string") return undefined;
    const user = await context.loaders.get(userLoader).load(completedBy);
    return user && withoutActivity(context, user);
  }

  @FieldResolver(() => Boolean, {
    description:
      "Whether only people keep it: one added it, or has changed one that an earlier analysis found. It can be deleted.",
  })
  added(@Root() { isAdded }: ShownItem): boolean {
    return isAdded === 1;
  }
}
