import {
  Ctx,
  Field,
  FieldResolver,
  InputType,
  ObjectType,
  registerEnumType,
  Resolver,
  Root,
} from "type-graphql";
import type { ActionItemRow } from "../../db/analysis/analysis.js";
import type { RecordingRow } from "../../db/recordings/fields.js";
import { LONG_TEXT, Limit } from "../arguments/limits.js";
import type { Context } from "../context/context.js";
import { Recording } from "../recordings/recording.js";
import { actionItemsLoader } from "./loaders.js";

const ActionItemKinds = { explicit: "explicit", client: "client" } as const;
registerEnumType(ActionItemKinds, { name: "ActionItemKind" });

@ObjectType({ simpleResolvers: true })
export class ActionItem {
  @Field(() => ActionItemKinds, {
    description: "explicit: agreed in the call. client: for the client to do.",
  })
  kind!: ActionItemRow["kind"];

  @Field(() => String, { description: "The task." })
  text!: string;

  @Field(() => String, {
    nullable: true,
    description: "The person responsible; null if the call doesn't mention one.",
  })
  assignee!: string | null;

  @Field(() => Boolean, { description: "Whether the task is done." })
  completed!: number;
}

@InputType()
export class ActionItemInput {
  @Field(() => ActionItemKinds, { nullable: true, defaultValue: "explicit" })
  kind!: ActionItemRow["kind"] | null;

  @Limit(LONG_TEXT)
  @Field(() => String)
  text!: string;

  @Field(() => String, { nullable: true })
  assignee?: string | null;

  @Field(() => Boolean, { nullable: true, defaultValue: false })
  completed!: boolean | null;
}

/** Builds the rows of action items; null if the analysis didn't look for any. */
export const buildActionItemRows = (
  items: ActionItemInput[] | null | undefined,
): ActionItemRow[] | null =>
  items?.map((item) => ({
    kind: item.kind ?? "explicit",
    text: item.text,
    assignee: item.assignee ?? null,
    completed: item.completed ? 1 : 0,
  })) ?? null;

@Resolver(() => Recording)
export class ActionItemResolver {
  @FieldResolver(() => [ActionItem], {
    nullable: true,
    description: "Tasks from the call; null if the analysis didn't look for any.",
  })
  actionItems(
    @Root() recording: RecordingRow,
    @Ctx() context: Context,
  ): ActionItemRow[] | null | Promise<ActionItemRow[]> {
    if (recording.actionItemCount === null) return null;
    if (recording.actionItems === undefined)
      return context.loaders.get(actionItemsLoader).load(recording.id);
    return JSON.parse(recording.actionItems) as ActionItemRow[];
  }
}
