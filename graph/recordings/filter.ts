import { Field, Float, ID, InputType, registerEnumType } from "type-graphql";
import { POSITIONS_PER_MS } from "../../db/engine/positions.js";
import type { RecordingStatus } from "../../db/recordings/fields.js";
import type { AnswerFilters } from "../../db/recordings/answer-filters.js";
import type { NumberFilters } from "../../db/recordings/number-filters.js";
import type { RecordingSearch } from "../../db/recordings/list.js";
import { loadTrackersByIds } from "../../db/trackers/trackers.js";
import { findUserByEmail } from "../../db/people/users.js";
import { Constraint } from "../arguments/constraints.js";
import type { Context } from "../context/context.js";
import { invalidField } from "../core/errors.js";
import { DateFrom, DateTo } from "../arguments/scalars.js";
import { MAX_SEARCH_CHARACTERS } from "../search/terms.js";
import { RecordingStatuses } from "./recording.js";

/** The answers to a question. */
const AnswerKinds = {
  yes: "yes",
  missed: "missed",
  no: "no",
  notFound: "notFound",
  notRated: "notRated",
  notApplicable: "notApplicable",
} as const;
registerEnumType(AnswerKinds, {
  name: "AnswerKind",
  description:
    "What counts as the answer to a question: a person's verdict or, without one, the analysis's.",
  valuesConfig: {
    yes: { description: "Also a rating of 4 or 5." },
    missed: { description: "no or notFound, where the question counts." },
    no: { description: "Also a rating below 4." },
    notApplicable: { description: "A person said that the question doesn't apply to the call." },
    notRated: { description: "The question is to be rated, and no one has." },
    notFound: {
      description: "The analysis found no answer to a yes/no question, and no person gave one.",
    },
  },
});

const answerFilterOf = {
  yes: "withYes",
  missed: "withMiss",
  no: "withNo",
  notFound: "withoutAnswer",
  notRated: "withoutRating",
  notApplicable: "whereNotApplicable",
} as const;

/** @throws INVALID_FIELD for an answer without a question */
const resolveAnswer = ({ questionId, answer }: RecordingFilter): AnswerFilters => {
  if (typeof questionId === "string")
    return { [answer ? answerFilterOf[answer] : "withQuestion"]: questionId };
  if (answer) throw invalidField("answer", "requires questionId");
  return {};
};

const SCORE_RANGE = "From 0 to 100; a recording whose score counts no question has none.";
const RATIO_RANGE = "From 0 to 1; a recording without a line of the rep has none.";

/** The filters on numbers, with the highest value of each. */
const numberRanges = { minScore: 100, maxScore: 100, minTalkRatio: 1, maxTalkRatio: 1 } as const;

export const numberFilterNames = Object.keys(numberRanges) as (keyof typeof numberRanges)[];

/** @throws INVALID_FIELD for a number out of its range */
const resolveNumbers = (filter: RecordingFilter): NumberFilters =>
  Object.fromEntries(
    numberFilterNames.flatMap((name) => {
      const value = filter[name];
      if (typeof value !== "number") return [];
      if (value < 0 || value > numberRanges[name])
        throw invalidField(name, `must be from 0 to ${numberRanges[name]}`);
      return [[name, value]];
    }),
  );

@InputType()
export class RecordingFilter {
  @Field(() => RecordingStatuses, { nullable: true })
  status?: RecordingStatus | null;

  @Field(() => DateFrom, { nullable: true, description: "Created at this time or later." })
  from?: number | null;

  @Field(() => DateTo, { nullable: true, description: "Created at this time or before." })
  to?: number | null;

  @Field(() => DateFrom, { nullable: true, description: "Changed at this time or later." })
  updatedSince?: number | null;

  @Field(() => String, { nullable: true, description: "The rep's e-mail address, in any case." })
  userEmail?: string | null;

  @Field(() => ID, {
    nullable: true,
    description: "Only recordings of this team's present members.",
  })
  teamId?: string | null;

  @Field(() => ID, { nullable: true })
  clientId?: string | null;

  @Field(() => String, { nullable: true })
  tag?: string | null;

  @Field(() => ID, {
    nullable: true,
    description: "Only recordings in which this tracker was found.",
  })
  trackerId?: string | null;

  @Field(() => ID, {
    nullable: true,
    description: "Only recordings with a transcript in which this tracker wasn't found.",
  })
  withoutTrackerId?: string | null;

  @Field(() => Boolean, {
    nullable: true,
    description:
      "True: only recordings that are hidden because the customer refused consent; they are never processed.",
  })
  hidden?: boolean | null;

  @Field(() => Boolean, {
    nullable: true,
    description: "True: only recordings with `notices`. False: only recordings without.",
  })
  hasNotices?: boolean | null;

  @Field(() => Boolean, {
    nullable: true,
    description:
      "True: only recordings that someone has reviewed. False: only recordings that no one has reviewed.",
  })
  reviewed?: boolean | null;

  @Field(() => ID, {
    nullable: true,
    description: "Only recordings whose analysis was asked this question of a scorecard.",
  })
  questionId?: string | null;

  @Field(() => AnswerKinds, {
    nullable: true,
    description: "With questionId: only recordings with this answer to the question.",
  })
  answer?: keyof typeof AnswerKinds | null;

  @Field(() => Boolean, {
    nullable: true,
    description:
      "True: only recordings whose deal closed. False: only those of which that isn't known, or which didn't.",
  })
  closed?: boolean | null;

  @Field(() => Float, {
    nullable: true,
    description: `Only recordings with this \`process.score\` or a higher one. ${SCORE_RANGE}`,
  })
  minScore?: number | null;

  @Field(() => Float, {
    nullable: true,
    description: `Only recordings with this \`process.score\` or a lower one. ${SCORE_RANGE}`,
  })
  maxScore?: number | null;

  @Field(() => Float, {
    nullable: true,
    description: `Only recordings with this \`metrics.talkRatio\` or a higher one. ${RATIO_RANGE}`,
  })
  minTalkRatio?: number | null;

  @Field(() => Float, {
    nullable: true,
    description: `Only recordings with this \`metrics.talkRatio\` or a lower one. ${RATIO_RANGE}`,
  })
  maxTalkRatio?: number | null;

  @Field(() => String, {
    nullable: true,
    description:
      'Words of name, summary, notes and transcript; finds processed recordings only. All words must occur; "some in this order", -not this, begin*.',
  })
  @Constraint({ maxLength: MAX_SEARCH_CHARACTERS })
  search?: string | null;
}

/** Returns times of creation in milliseconds, both included, as bounds of positions. */
export const resolvePositionBounds = ({
  from,
  to,
}: {
  from?: number | null;
  to?: number | null;
}): { from?: number; to?: number } => ({
  ...(typeof from === "number" && { from: from * POSITIONS_PER_MS }),
  ...(typeof to === "number" && { to: to * POSITIONS_PER_MS + (POSITIONS_PER_MS - 1) }),
});

/** Returns the bounds of the filter as positions; undefined if no recording can match. */
export const resolveRecordingFilter = async (
  { db, organizationId, role, scope }: Context,
  filter: RecordingFilter,
): Promise<Omit<RecordingSearch, "status" | "limit"> | undefined> => {
  const {
    userEmail,
    teamId,
    from,
    to,
    updatedSince,
    clientId,
    tag,
    trackerId,
    withoutTrackerId,
    hidden,
    hasNotices,
    reviewed,
    closed,
    status,
  } = filter;
  const answers = resolveAnswer(filter);
  const numbers = resolveNumbers(filter);
  const user =
    typeof userEmail === "string"
      ? await findUserByEmail(db, organizationId, userEmail)
      : undefined;
  if (typeof userEmail === "string" && !user) return undefined;
  if (typeof withoutTrackerId === "string") {
    // Without this, what isn't a tracker would be found in no call, and so list all of them.
    const [tracker] = await loadTrackersByIds(db, organizationId, [withoutTrackerId]);
    if (!tracker) return undefined;
  }
  if (typeof teamId === "string" && scope && !scope.teamIds.includes(teamId)) return undefined;
  return {
    ...(user && { userId: user.id }),
    ...resolvePositionBounds({ from, to }),
    ...(typeof updatedSince === "number" && { updatedSince: updatedSince * 1000 }),
    ...(typeof teamId === "string" && { teamId }),
    ...(typeof clientId === "string" && { clientId }),
    ...(typeof tag === "string" && { tag }),
    ...(typeof trackerId === "string" && { trackerId }),
    ...(typeof withoutTrackerId === "string" && { withoutTrackerId }),
    ...(hidden === true && { hidden: true as const }),
    ...(hasNotices === true && { noticed: true as const }),
    ...(hasNotices === false && { unnoticed: true as const }),
    ...answers,
    ...numbers,
    ...(typeof closed === "boolean" && { closed: closed ? 1 : 0 }),
    ...(reviewed === true && { reviewed: true as const }),
    ...(reviewed === false && { unreviewed: true as const }),
    ...(role !== "internal" && status && status !== "processed" && { shown: true as const }),
  };
};
