import { InputType, Field, ID } from "type-graphql";
import {
  OPTIONAL_TEXTS,
  type OptionalText,
  optionalTextNames,
} from "../../db/analysis/optional-texts.js";
import type { StoredRecording } from "../../db/recordings/fields.js";
import { JSON_OBJECT, LONG_TEXT, Limit } from "../arguments/limits.js";
import { JsonScalar } from "../arguments/scalars.js";
import { MAX_UTTERANCES } from "../recordings/max-utterances.js";
import { UtteranceInput } from "../recordings/transcript.js";
import { ActionItemInput } from "./action-items.js";
import { MAX_RECORDING_TAGS } from "./keep-tags.js";
import { ProcessInput } from "./process.js";

@InputType()
export class AnalysisInput {
  @Limit({ maxItems: MAX_UTTERANCES })
  @Field(() => [UtteranceInput], {
    nullable: true,
    description:
      "Default: the transcript that the recording already has. A transcript that a user corrected is kept instead of this one.",
  })
  transcript?: UtteranceInput[] | null;

  @Field(() => String, { nullable: true })
  name?: string | null;

  @Limit(LONG_TEXT)
  @Field(() => String)
  summary!: string;

  @Limit(LONG_TEXT)
  @Field(() => String, { nullable: true })
  notes?: string | null;

  @Limit(LONG_TEXT)
  @Field(() => String, { nullable: true })
  coaching?: string | null;

  @Limit({ maxItems: 1_000 })
  @Field(() => [ActionItemInput], { nullable: true })
  actionItems?: ActionItemInput[] | null;

  @Field(() => ID, { nullable: true })
  templateId?: string | null;

  @Field(() => ProcessInput, { nullable: true })
  process?: ProcessInput | null;

  @Limit({ maxItems: MAX_RECORDING_TAGS })
  @Field(() => [String], {
    nullable: true,
    description:
      "Without commas. Tags that people added stay beside them, and those that people removed are left out.",
  })
  tags?: string[] | null;

  @Field(() => Boolean, { nullable: true })
  closed?: boolean | null;

  @Limit(JSON_OBJECT)
  @Field(() => JsonScalar, {
    nullable: true,
    description: "Merged into the recording's custom fields.",
  })
  customFields?: Record<string, unknown> | null;

  @Limit(JSON_OBJECT)
  @Field(() => JsonScalar, {
    nullable: true,
    description:
      "About the customer. Merged into the client's insights if the recording has a client, up to their size limit.",
  })
  insights?: Record<string, unknown> | null;
}

/** Returns the value to store for each optional text. */
export const resolveTexts = (
  input: Pick<AnalysisInput, OptionalText>,
): Pick<StoredRecording, OptionalText> =>
  Object.fromEntries(
    optionalTextNames.map((name) => [name, input[name] ?? OPTIONAL_TEXTS[name]]),
  ) as Pick<StoredRecording, OptionalText>;
