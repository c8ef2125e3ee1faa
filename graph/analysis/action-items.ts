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
import type { ActionItemRow } from "../db/analysis.js";
import type { RecordingRow } from "../db/recordings.js";
import type { Context } from "./context.js";
import { Recording } from "./recordings.js";

const ActionItemKinds = { explicit: "explicit", client: "client" } as const;
registerEnumType(ActionItemKinds, { name: "ActionItemKind" });

@ObjectType({ simpleResolvers: true })
export class ActionItem {
  @Field(() => ActionItemKinds, {
    description: "Whose it is: explicit was agreed in the call, client is for the client to do.",
  })
  kind!: ActionItemRow["kind"];

  @Field(() => String, { description: "What is to be done." })
  text!: string;

  @Field(() => String, { nullable: true, description: "Who is to do it, where that was said." })
  assignee!: string | null;

  @Field(() => Boolean, { description: "Whether it is done." })
  completed!: number;
}

@InputType()
export class ActionItemInput {
  @Field(() => ActionItemKinds, { nullable: true, defaultValue: "explicit" })
  kind!: ActionItemRow["kind"] | null;

  @Field(() => String)
  text!: string;

  @Field(() => String, { nullable: true })
  assignee?: string | null;

  @Field(() => Boolean, { nullable: true, defaultValue: false })
  completed!: boolean | null;
}

/** The items as they are stored; null where the analysis had no such part. */
export const actionItemsOf = (
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
    description: "What is to be done; null where the analysis did not look for any.",
  })
  actionItems(
    @Root() recording: RecordingRow,
    @Ctx() context: Context,
  ): ActionItemRow[] | null | Promise<ActionItemRow[]> {
    if (recording.actionItemCount === null) return null;
    if (recording.actionItems === undefined) return context.loaders.actionItems.load(recording.id);
    return JSON.parse(recording.actionItems) as ActionItemRow[];
  }
}
