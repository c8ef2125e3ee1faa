import { Field, ID, InputType, Int } from "type-graphql";
import type { QuestionKind } from "../../db/analysis/questions.js";
import { RECORDING_SOURCES, type RecordingSource } from "../../db/recordings/fields.js";
import { LONG_TEXT, Limit } from "../arguments/limits.js";
import { RecordingSources } from "../recordings/recording.js";
import { QuestionKinds } from "./questions.js";

const MAX_QUESTION_CHARACTERS = 2_000;
const MAX_TEMPLATE_TEAMS = 100;

@InputType()
class TemplateQuestionInput {
  @Field(() => ID, {
    nullable: true,
    description: "A question of this template; omit it to add a question.",
  })
  id?: string | null;

  @Limit({ maxCharacters: MAX_QUESTION_CHARACTERS })
  @Field(() => String)
  question!: string;

  @Field(() => ID, {
    nullable: true,
    description:
      "The tracker that answers a yes/no question: yes where it is found in the call. Omit it to keep it; null: the question's wording decides.",
  })
  trackerId?: string | null;

  @Field(() => QuestionKinds, {
    nullable: true,
    description: "Omit it to keep it. null, and for a new question: yesNo.",
  })
  kind?: QuestionKind | null;

  @Field(() => Int, {
    nullable: true,
    description:
      "How much the question weighs in the score, from 1 to 10. Omit it to keep it. null, and for a new question: 1.",
  })
  weight?: number | null;
}

@InputType()
export class TemplateInput {
  @Field(() => ID, {
    nullable: true,
    description: "The template to change; omit it to create one.",
  })
  id?: string | null;

  @Field(() => String)
  name!: string;

  // Statistics are kept for each question.
  @Limit({ maxItems: 200 })
  @Field(() => [TemplateQuestionInput], { description: "All questions of the template, in order." })
  questions!: TemplateQuestionInput[];

  @Limit(LONG_TEXT)
  @Field(() => String, {
    nullable: true,
    description:
      "The instructions for a model. Omit it to keep the prompt; null restores the default prompt.",
  })
  prompt?: string | null;

  @Limit({ maxItems: RECORDING_SOURCES.length })
  @Field(() => [RecordingSources], {
    nullable: true,
    description:
      "The sources of the recordings that the template is for. Omit it to keep them; null or empty: all.",
  })
  sources?: RecordingSource[] | null;

  @Limit({ maxItems: MAX_TEMPLATE_TEAMS })
  @Field(() => [ID], {
    nullable: true,
    description:
      "The teams for whose calls the template is. Omit it to keep them; null or empty: all calls. A manager names teams that they lead, at least one.",
  })
  teamIds?: string[] | null;

  @Field(() => Boolean, {
    nullable: true,
    description:
      "Whether calls are no longer compared with the template; scores stay. Omit it to keep it; null: false.",
  })
  retired?: boolean | null;
}
