import { Arg, Ctx, Field, Float, ID, Int, ObjectType, Query, Resolver } from "type-graphql";
import {
  loadQuestions,
  loadTemplatesByIds,
  parseTeamIds,
  type QuestionRow,
  type TemplateRow,
} from "../../db/analysis/templates.js";
import { loadTeamMemberIds } from "../../db/people/teams.js";
import type { RecordingRow } from "../../db/recordings/fields.js";
import type { PageLimits } from "../../db/trackers/queue.js";
import { loadTrackersByIds } from "../../db/trackers/trackers.js";
import { forManagers } from "../access/access.js";
import type { Context } from "../context/context.js";
import { Failure, notFound } from "../core/errors.js";
import type { AskedQuestion, FoundAnswer } from "../core/tracker-port.js";
import { Recording } from "../recordings/recording.js";
import { loadRules } from "../trackers/rule.js";
import { joinRecordings, loadTrialCalls } from "../trackers/trial-calls.js";
import { buildScoreColumns, toCountedFlag } from "./score.js";
import { TemplateInput } from "./template-input.js";
import { resolveQuestions } from "./template-questions.js";
import { resolveTemplateTeams } from "./template-teams.js";
import { parseSources } from "./templates.js";
import { validateTextTotal } from "./text-totals.js";

/** Of each question, so many answers are returned. */
const MAX_ANSWERS = 20;

@ObjectType({
  simpleResolvers: true,
  description: "A call for which a question's answer is yes, or was.",
})
class TrialAnswer {
  @Field(() => Boolean, {
    description: "Whether the answer would be yes. Otherwise, nothing would be found.",
  })
  yes!: boolean;

  @Field(() => Boolean, {
    nullable: true,
    description: "The same with the saved question; null for a new question.",
  })
  yesBefore!: boolean | null;

  @Field(() => Int, {
    description: "Where the words were said, in milliseconds from the start of the recording.",
  })
  start!: number;

  @Field(() => String, { description: "The words that make it a yes, or did." })
  quote!: string;

  @Field(() => Recording)
  recording!: RecordingRow;
}

@ObjectType({ simpleResolvers: true })
class QuestionTrial {
  @Field(() => String)
  question!: string;

  @Field(() => Int, {
    nullable: true,
    description:
      "The calls for which the answer would be yes; null for a rating, which rules don't give.",
  })
  yes!: number | null;

  @Field(() => Int, {
    nullable: true,
    description: "The same with the saved question; null for a new question.",
  })
  yesBefore!: number | null;

  @Field(() => [TrialAnswer], {
    description: `Of a new or changed question, the calls: first those whose answer changes, then the newest; at most ${MAX_ANSWERS}.`,
  })
  answers!: TrialAnswer[];
}

@ObjectType({
  simpleResolvers: true,
  description: "What a template would find in the newest calls.",
})
class TemplateTrial {
  @Field(() => Int, {
    description:
      "The calls that were asked about, the newest of the template's teams and sources: at most 50, and fewer if their meanings aren't known yet.",
  })
  calls!: number;

  @Field(() => Float, {
    nullable: true,
    description:
      "The average score by rules, in percent, without the ratings; null without a question of yes or no.",
  })
  score!: number | null;

  @Field(() => Float, {
    nullable: true,
    description: "The same with the saved questions; null for a template without any.",
  })
  scoreBefore!: number | null;

  @Field(() => [QuestionTrial], { description: "In the order of the input." })
  questions!: QuestionTrial[];
}

type DraftQuestion = Pick<QuestionRow, "question" | "trackerId" | "kind" | "weight"> & {
  id: string | undefined;
};

/** A question to be tried, with the saved one that it takes the place of. */
interface Pair {
  draft: DraftQuestion;
  before: QuestionRow | undefined;
}

/** Finds the saved question of each draft: by its id or, in a copy, by its text or its place. */
const pairQuestions = (drafts: readonly DraftQuestion[], saved: readonly QuestionRow[]): Pair[] =>
  drafts.map((draft, index) => {
    const before =
      saved.find(({ id }) => id === draft.id) ??
      (draft.id === undefined
        ? (saved.find(({ question }) => question === draft.question) ??
          (saved.length === drafts.length ? saved[index] : undefined))
        : undefined);
    return { draft, before };
  });

const isYesNo = ({ kind }: Pick<QuestionRow, "kind">): boolean => kind === "yesNo";

/** Two questions that are answered alike have the same key. */
const keyOf = ({ question, trackerId }: Pick<QuestionRow, "question" | "trackerId">): string =>
  JSON.stringify([question.trim(), trackerId]);

type Answers = ReadonlyMap<string, FoundAnswer>;

/** Returns the average score of calls in percent; null without a question that counts. */
const averageScore = (
  questions: readonly Pick<QuestionRow, "question" | "trackerId" | "kind" | "weight">[],
  calls: readonly Answers[],
): number | null => {
  let [points, max] = [0, 0];
  for (const answers of calls) {
    const ofCall = questions.map(({ kind, weight, ...question }) => ({
      kind,
      weight,
      yes: answers.has(keyOf(question)) ? 1 : 0,
      rating: null,
      isCounted: toCountedFlag({ kind, rating: null }),
    }));
    const { processPoints, processMax } = buildScoreColumns(ofCall);
    points += processPoints ?? 0;
    max += processMax ?? 0;
  }
  return max === 0 ? null : (100 * points) / max;
};

interface TriedCall {
  recording: RecordingRow;
  answers: Answers;
}

const isChanged = ({ yes, yesBefore }: Pick<TrialAnswer, "yes" | "yesBefore">): boolean =>
  yes !== yesBefore;

const tryQuestion = ({ draft, before }: Pair, calls: readonly TriedCall[]): QuestionTrial => {
  const { question } = draft;
  if (!isYesNo(draft)) return { question, yes: null, yesBefore: null, answers: [] };
  const known = before && isYesNo(before) ? before : undefined;
  const answers = calls.flatMap(({ recording, answers: ofCall }) => {
    const now = ofCall.get(keyOf(draft));
    const then = known && ofCall.get(keyOf(known));
    const place = now ?? then;
    if (!place) return [];
    const { start, quote } = place;
    const yesBefore = known ? then !== undefined : null;
    return [{ yes: now !== undefined, yesBefore, start, quote, recording }];
  });
  const isSame = known && keyOf(known) === keyOf(draft);
  return {
    question,
    yes: answers.filter(({ yes }) => yes).length,
    yesBefore: known ? answers.filter(({ yesBefore }) => yesBefore).length : null,
    answers: isSame
      ? []
      : [...answers.filter(isChanged), ...answers.filter((answer) => !isChanged(answer))].slice(
          0,
          MAX_ANSWERS,
        ),
  };
};

/** Lists the members of teams; undefined without any team. */
const listMembers = async (
  { db, organizationId }: Context,
  teamIds: readonly string[],
): Promise<string[] | undefined> => {
  if (teamIds.length === 0) return undefined;
  const members = await loadTeamMemberIds(db, organizationId, teamIds);
  return [...new Set(members.map(({ userId }) => userId))];
};

/** Asks the rules questions about the newest calls. */
const askCalls = async (
  context: Context,
  filter: Pick<PageLimits, "sources" | "userIds">,
  asked: readonly Pick<QuestionRow, "question" | "trackerId" | "kind">[],
): Promise<TriedCall[]> => {
  const { db, organizationId, trackers, caller } = context;
  if (!trackers) throw new Failure("UNAVAILABLE", "This process doesn't answer questions");
  const byKey = new Map(
    asked.filter(isYesNo).map((one) => [keyOf(one), { ...one, id: keyOf(one) }]),
  );
  const questions: AskedQuestion[] = [...byKey.values()];
  const trackerIds = questions.flatMap(({ trackerId }) => trackerId ?? []);
  const rows = await loadTrackersByIds(db, organizationId, [...new Set(trackerIds)]);
  const rules = await loadRules(db, organizationId, rows);
  const calls = await loadTrialCalls(context, trackers.findsMeanings, filter);
  const search = { questions, rules, transcripts: calls };
  const found = await trackers.answer(organizationId, search, caller.signal);
  return (await joinRecordings(context, calls, found)).map(({ recording, found: ofCall }) => ({
    recording,
    answers: new Map(ofCall.map((answer) => [answer.questionId, answer])),
  }));
};

@Resolver()
export class TemplateTrialResolver {
  @forManagers()
  @Query(() => TemplateTrial, {
    description:
      "Answers a template's questions about the newest calls by rules, without saving anything, and compares the answers with those to the saved questions.",
  })
  async tryTemplate(
    @Arg("input", () => TemplateInput) input: TemplateInput,
    @Arg("insteadOf", () => ID, {
      nullable: true,
      description: "The template to compare with, if it isn't the one that would be changed.",
    })
    insteadOf: string | null | undefined,
    @Ctx() context: Context,
  ): Promise<TemplateTrial> {
    const { db, organizationId } = context;
    validateTextTotal(
      "questions",
      input.questions.map(({ question }) => question),
    );
    const find = async (id: string | null | undefined): Promise<TemplateRow | undefined> => {
      if (typeof id !== "string") return undefined;
      const [template] = await loadTemplatesByIds(db, organizationId, [id]);
      if (!template) throw notFound();
      return template;
    };
    const before = await find(input.id);
    const compared = (await find(insteadOf)) ?? before;
    const teamIds = await resolveTemplateTeams(db, context, before, input.teamIds);
    const saved = compared ? await loadQuestions(db, organizationId, [compared.id]) : [];
    const drafts = await resolveQuestions(db, organizationId, input);
    const sources =
      input.sources === undefined && before ? parseSources(before) : (input.sources ?? []);
    const userIds = await listMembers(context, parseTeamIds({ teamIds }));
    const calls = await askCalls(context, { sources, userIds }, [...drafts, ...saved]);
    const answers = calls.map((call) => call.answers);
    return {
      calls: calls.length,
      score: averageScore(drafts, answers),
      scoreBefore: averageScore(saved, answers),
      questions: pairQuestions(drafts, saved).map((pair) => tryQuestion(pair, calls)),
    };
  }
}
