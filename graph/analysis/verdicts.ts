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
import type { RecordingRow } from "../../db/recordings/fields.js";
import { updateRecording } from "../../db/recordings/recording.js";
import { forPeople } from "../access/access.js";
import { DateTime } from "../arguments/scalars.js";
import type { Context } from "../context/context.js";
import { Failure, invalidField, missingField } from "../core/errors.js";
import { userLoader } from "../people/loaders.js";
import { Recording } from "../recordings/recording.js";
import { withStatsUpdated } from "../stats/rollups.js";
import { countYes } from "./keep-verdicts.js";
import { ProcessAnswer, ProcessResult } from "./process.js";
import { transition } from "./transitions.js";

@ObjectType({ simpleResolvers: true, description: "A person's verdict on an answer." })
class Verdict {
  @Field(() => Boolean)
  yes!: number;

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

  @Field(() => Int, { description: "Answers that a person has judged." })
  verdicts!: number;

  @Field(() => Int, { description: "Those with the same result as the analysis." })
  agreed!: number;

  @Field(() => Int, { description: "Those that the analysis answered yes and the person no." })
  wrongYes!: number;
}

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
      "Sets a person's verdict on a question of the recording's process: it counts instead of what the analysis found, also after another analysis. null removes it. For admins, and managers of the rep.",
  })
  async setVerdict(
    @Arg("recordingId", () => ID) recordingId: string,
    @Arg("questionId", () => ID) questionId: string,
    @Arg("yes", () => Boolean, { nullable: true }) yes: boolean | null | undefined,
    @Ctx() context: Context,
  ): Promise<RecordingRow> {
    // null takes a verdict back: a forgotten argument must not.
    if (yes === undefined) throw missingField("yes");
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
        const machineYes = answer.machineYes ?? answer.yes;
        const verdict =
          typeof yes === "boolean"
            ? { yes: yes ? 1 : 0, machineYes, verdictBy: actor().userId, verdictAt: now() }
            : { yes: machineYes, ...NO_VERDICT };
        const others = answers.filter((row) => row !== answer);
        const processFollowed = countYes(others) + verdict.yes;
        await withStatsUpdated(trx, organizationId, [recording], async () => {
          await updateVerdict(trx, organizationId, { recordingId, questionId }, verdict);
          await updateRecording(trx, organizationId, recordingId, { processFollowed }, now());
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

  @FieldResolver(() => Boolean, { description: "What the analysis found, whatever a person says." })
  foundYes(@Root() { yes, machineYes }: AnswerRow): boolean {
    return (machineYes ?? yes) === 1;
  }

  @FieldResolver(() => Verdict, { nullable: true })
  async verdict(
    @Root() { yes, verdictBy, verdictAt }: AnswerRow,
    @Ctx() { loaders }: Context,
  ): Promise<Verdict | null> {
    if (verdictAt === null) return null;
    const user = verdictBy === null ? undefined : await loaders.get(userLoader).load(verdictBy);
    return { yes, by: user?.name ?? null, at: verdictAt };
  }
}
