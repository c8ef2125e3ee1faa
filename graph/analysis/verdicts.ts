import {
  Arg,
  Ctx,
  Field,
  FieldResolver,
  ID,
  Int,
  Mutation,
  ObjectType,
  Query,
  Resolver,
  Root,
} from "type-graphql";
import { type AnswerRow, loadAnswers, NO_VERDICT } from "../../db/analysis/analysis.js";
import { type AgreementRow, countVerdicts, updateVerdict } from "../../db/analysis/verdicts.js";
import { RATING_RANGE } from "../../db/analysis/questions.js";
import type { RecordingRow } from "../../db/recordings/fields.js";
import { updateRecording } from "../../db/recordings/recording.js";
import { forPeople } from "../access/access.js";
import { DateTime } from "../arguments/scalars.js";
import type { Context } from "../context/context.js";
import { Failure, invalidField, missingField } from "../core/errors.js";
import { userLoader } from "../people/loaders.js";
import { Recording } from "../recordings/recording.js";
import { withStatsUpdated } from "../stats/rollups.js";
import { buildVerdict, toMachineResult } from "./keep-verdicts.js";
import { validateRange } from "./questions.js";
import { isNotApplicable, ProcessAnswer, ProcessResult } from "./process.js";
import { buildScoreColumns, toYesFlag } from "./score.js";
import { transition } from "./transitions.js";

@ObjectType({ simpleResolvers: true, description: "A person's verdict on an answer." })
class Verdict {
  @Field(() => Boolean, { description: "Also for a rating of 4 or 5." })
  yes!: number;

  @Field(() => Int, { nullable: true, description: "From 1 to 5, for a question that is rated." })
  rating!: number | null;

  @Field(() => Boolean, { description: "The question doesn't apply to this call." })
  notApplicable!: boolean;

  @Field(() => String, {
    nullable: true,
    description: "The name of the user who judged; null for a program.",
  })
  by!: string | null;

  @Field(() => DateTime)
  at!: number;
}

@ObjectType({
  simpleResolvers: true,
  description: "How people's verdicts on a question compare with what the analyses found.",
})
class QuestionAgreement implements AgreementRow {
  @Field(() => ID)
  questionId!: string;

  @Field(() => Int, {
    description:
      "Answers that a person has judged and an analysis could: not where the question doesn't apply, nor a rating that the analysis didn't find.",
  })
  verdicts!: number;

  @Field(() => Int, { description: "Those with the same result as the analysis." })
  agreed!: number;

  @Field(() => Int, { description: "Those that the analysis answered yes and the person no." })
  wrongYes!: number;
}

/** What setVerdict receives: one of the three. `yes: null` takes a verdict back. */
interface VerdictArgs {
  yes: boolean | null | undefined;
  rating: number | null | undefined;
  notApplicable: boolean | null | undefined;
}

/**
 * Returns what the arguments say about an answer; null: a verdict is taken back.
 * @throws INVALID_FIELD if they don't fit the question
 */
const resolveVerdict = (
  { kind }: AnswerRow,
  { yes, rating, notApplicable }: VerdictArgs,
): Pick<AnswerRow, "yes" | "rating" | "isCounted"> | null => {
  if (notApplicable) return { yes: 0, rating: null, isCounted: 0 };
  if (typeof rating === "number") {
    if (kind !== "rating")
      throw invalidField("rating", "requires a question of kind rating; send yes");
    validateRange("rating", rating, RATING_RANGE);
    return { yes: toYesFlag(rating), rating, isCounted: 1 };
  }
  if (typeof yes !== "boolean") return null;
  if (kind === "rating")
    throw invalidField("yes", "requires a question of kind yesNo; send rating");
  return { yes: yes ? 1 : 0, rating: null, isCounted: 1 };
};

/** Requires exactly one verdict. @throws MISSING_REQUIRED_FIELD, INVALID_FIELD */
const requireOneVerdict = ({ yes, rating, notApplicable }: VerdictArgs): void => {
  // A forgotten argument must not take a verdict back.
  if (yes === undefined && typeof rating !== "number" && !notApplicable) throw missingField("yes");
  if (typeof rating === "number" && typeof yes === "boolean")
    throw invalidField("rating", "must not be sent with yes");
  if (notApplicable && (typeof yes === "boolean" || typeof rating === "number"))
    throw invalidField("notApplicable", "must not be sent with yes or rating");
};

/** Admins judge every call that they see, and managers those of others. */
const isJudge = ({ role, userId }: Context, repId: string): boolean =>
  role === "internal" || (role === "member" && repId !== userId);

@Resolver(() => ProcessResult)
export class ProcessJudgeResolver {
  @FieldResolver(() => Boolean, {
    description: "Whether the caller may call setVerdict; false in an earlier analysis.",
  })
  canJudge(@Root() { userId }: ProcessResult, @Ctx() context: Context): boolean {
    return userId !== undefined && isJudge(context, userId);
  }
}

@Resolver(() => ProcessAnswer)
export class VerdictResolver {
  @forPeople()
  @Mutation(() => Recording, {
    description:
      "Sets a person's verdict on a question of the recording's process: it counts instead of what the analysis found, also after another analysis. Send yes, rating or notApplicable. For admins, and managers of the rep.",
  })
  async setVerdict(
    @Arg("recordingId", () => ID) recordingId: string,
    @Arg("questionId", () => ID) questionId: string,
    @Arg("yes", () => Boolean, {
      nullable: true,
      description:
        "The answer to a yes/no question. null, without rating and notApplicable, takes the verdict back, on any question.",
    })
    yes: boolean | null | undefined,
    @Arg("rating", () => Int, {
      nullable: true,
      description: "The rating of a question that is rated, from 1 to 5.",
    })
    rating: number | null | undefined,
    @Arg("notApplicable", () => Boolean, {
      nullable: true,
      description: "true: the question doesn't apply to this call, and doesn't count in its score.",
    })
    notApplicable: boolean | null | undefined,
    @Ctx() context: Context,
  ): Promise<RecordingRow> {
    const args = { yes, rating, notApplicable };
    requireOneVerdict(args);
    const { organizationId, now, actor } = context;
    return transition(context, recordingId, {
      from: ["processed"],
      change: async (trx, recording) => {
        if (!isJudge(context, recording.userId))
          throw new Failure("FORBIDDEN", "Users can't judge their own calls");
        const answers = await loadAnswers(trx, organizationId, [recordingId]);
        const answer = answers.find((row) => row.questionId === questionId);
        if (!answer)
          throw invalidField("questionId", "is not a question of the recording's process");
        const given = resolveVerdict(answer, args);
        const verdict = given
          ? buildVerdict(answer, { ...given, verdictBy: actor().userId, verdictAt: now() })
          : { ...toMachineResult(answer), ...NO_VERDICT };
        const score = buildScoreColumns(
          answers.map((row) => (row === answer ? { ...row, ...verdict } : row)),
        );
        await withStatsUpdated(trx, organizationId, [recording], async () => {
          await updateVerdict(trx, organizationId, { recordingId, questionId }, verdict);
          await updateRecording(trx, organizationId, recordingId, score, now());
        });
      },
    });
  }

  @forPeople()
  @Query(() => [QuestionAgreement], {
    description:
      "How often people and analyses agree, for each question with a verdict, over the calls that the caller may see.",
  })
  async verdictAgreement(@Ctx() { db, organizationId }: Context): Promise<AgreementRow[]> {
    return countVerdicts(db, organizationId);
  }

  @FieldResolver(() => Boolean, {
    description: "What the analysis found, without a person's verdict.",
  })
  foundYes(@Root() answer: AnswerRow): boolean {
    return toMachineResult(answer).yes === 1;
  }

  @FieldResolver(() => Int, {
    nullable: true,
    description: "The rating that the analysis found, without a person's verdict.",
  })
  foundRating(@Root() answer: AnswerRow): number | null {
    return toMachineResult(answer).rating;
  }

  @FieldResolver(() => Verdict, { nullable: true })
  async verdict(@Root() answer: AnswerRow, @Ctx() { loaders }: Context): Promise<Verdict | null> {
    const { yes, rating, verdictBy, verdictAt } = answer;
    if (verdictAt === null) return null;
    const user = verdictBy === null ? undefined : await loaders.get(userLoader).load(verdictBy);
    return {
      yes,
      rating,
      notApplicable: isNotApplicable(answer),
      by: user?.name ?? null,
      at: verdictAt,
    };
  }
}
