import { isDeepStrictEqual } from "node:util";
import { Arg, Ctx, Field, ID, InputType, Int, Mutation, Resolver } from "type-graphql";
import { findQuestionOfTracker } from "../../db/analysis/templates.js";
import { loadRecordingsByIds } from "../../db/recordings/recording.js";
import { replaceExamples, type TrackerExample } from "../../db/trackers/examples.js";
import {
  type CallPart,
  insertTracker,
  listTrackers,
  loadTrackersByIds,
  markTrackerDeleted,
  type SaidBy,
  type TrackerRow,
  UNSEARCHED,
  updateTracker,
} from "../../db/trackers/trackers.js";
import { forInternal } from "../access/access.js";
import { audit, auditUpsert } from "../access/audit.js";
import { NotNull } from "../arguments/constraints.js";
import { Limit } from "../arguments/limits.js";
import type { Context } from "../context/context.js";
import { mutate } from "../context/mutate.js";
import { invalidField, missingField, notFound } from "../core/errors.js";
import { parseTrackerPhrase } from "./phrases.js";
import { loadRule, type Rule } from "./rule.js";
import { CallParts, Tracker, TrackerSides } from "./tracker.js";

/** Every tracker is looked for in every call. */
const MAX_TRACKERS = 100;
const MAX_PHRASES = 100;
const MAX_MINUTES = 240;
/** Each is compared with every sentence. */
const MAX_EXAMPLES = 20;
/** A quote has at most 300. */
const MAX_EXAMPLE_CHARACTERS = 300;

@InputType()
class TrackerExampleInput {
  @Field(() => String)
  @Limit({ maxCharacters: MAX_EXAMPLE_CHARACTERS })
  text!: string;

  @Field(() => ID, {
    nullable: true,
    description: "The call from which the sentence was copied, and with which it is deleted.",
  })
  recordingId?: string | null;
}

@InputType()
export class TrackerInput {
  @Field(() => ID, {
    nullable: true,
    description: "The tracker to change; omit it to create one.",
  })
  id?: string | null;

  @NotNull()
  @Field(() => String, { nullable: true, description: "Required for a new tracker." })
  name?: string;

  @NotNull()
  @Limit({ maxItems: MAX_PHRASES })
  @Field(() => [String], {
    nullable: true,
    description:
      'Words and phrases; any of them counts. In English with their forms: price also finds prices. "As written", begin*, -what doesn\'t count.',
  })
  phrases?: string[];

  @Field(() => ID, {
    nullable: true,
    description: "A meaning, one of `readyTrackers`; null for phrases only.",
  })
  concept?: string | null;

  @NotNull()
  @Limit({ maxItems: MAX_EXAMPLES })
  @Field(() => [TrackerExampleInput], {
    nullable: true,
    description: "Sentences that mean it, in English: what is near to one of them counts.",
  })
  examples?: TrackerExampleInput[];

  @NotNull()
  @Limit({ maxItems: MAX_EXAMPLES })
  @Field(() => [TrackerExampleInput], {
    nullable: true,
    description: "Sentences that don't mean it: what is nearer to one of them doesn't count.",
  })
  counterExamples?: TrackerExampleInput[];

  @NotNull()
  @Field(() => TrackerSides, {
    nullable: true,
    description: "Whose words count. By default those of the meaning's side, or anyone's.",
  })
  saidBy?: SaidBy;

  @NotNull()
  @Field(() => CallParts, { nullable: true, description: "call by default." })
  part?: CallPart;

  @Field(() => Int, {
    nullable: true,
    description: `Required with the part start or end: from 1 to ${MAX_MINUTES}.`,
  })
  minutes?: number | null;
}

const resolvePhrases = (phrases: readonly string[]): string => {
  const parsed = phrases.map((text, index) => {
    const phrase = parseTrackerPhrase(text);
    if ("problem" in phrase) throw invalidField(`phrases.${index}`, phrase.problem);
    return phrase;
  });
  if (parsed.length > 0 && parsed.every(({ isExclusion }) => isExclusion))
    throw invalidField("phrases", "must have one that doesn't begin with -");
  return JSON.stringify([...new Set(phrases.map((text) => text.trim()))]);
};

const resolveConcept = ({ trackers }: Context, concept: string | null): string | null => {
  if (concept === null) return null;
  if (!trackers?.findsMeanings)
    throw invalidField("concept", "needs the server's setting DEBRIEF_MEANING=on");
  if (!trackers.ready.some((ready) => ready.concept === concept))
    throw invalidField("concept", "is not the concept of one of readyTrackers");
  return concept;
};

/** Resolves the examples, or the counter-examples. What is absent stays as it is. */
const resolveExamples = async (
  { db, organizationId, trackers }: Context,
  input: TrackerInput,
  before: Rule | undefined,
  isCounter: boolean,
): Promise<TrackerExample[]> => {
  const field = isCounter ? "counterExamples" : "examples";
  const sent = input[field];
  if (!sent) return before?.examples.filter((one) => (one.isCounter === 1) === isCounter) ?? [];
  if (sent.length > 0 && !trackers?.findsMeanings)
    throw invalidField(field, "needs the server's setting DEBRIEF_MEANING=on");
  const ids = sent.flatMap(({ recordingId }) => recordingId ?? []);
  const known = new Set((await loadRecordingsByIds(db, organizationId, ids)).map(({ id }) => id));
  return sent.map(({ text, recordingId = null }, index) => {
    if (text.trim() === "") throw invalidField(`${field}.${index}.text`, "must not be empty");
    if (recordingId !== null && !known.has(recordingId))
      throw invalidField(`${field}.${index}.recordingId`, "is not the id of a recording");
    return { text: text.trim(), isCounter: isCounter ? 1 : 0, recordingId };
  });
};

/** Applies the input to what a tracker looks for. What is absent stays as it is. @throws MISSING_REQUIRED_FIELD, INVALID_FIELD */
export const resolveRule = async (
  context: Context,
  input: TrackerInput,
  before: Rule | undefined,
): Promise<Rule> => {
  const phrases = input.phrases ? resolvePhrases(input.phrases) : (before?.phrases ?? "[]");
  const concept =
    input.concept === undefined
      ? (before?.concept ?? null)
      : resolveConcept(context, input.concept);
  const examples = [
    ...(await resolveExamples(context, input, before, false)),
    ...(await resolveExamples(context, input, before, true)),
  ];
  if (phrases === "[]" && concept === null && examples.every(({ isCounter }) => isCounter === 1))
    throw invalidField("phrases", "must not be empty without a concept or examples");
  const ready = context.trackers?.ready.find((one) => one.concept === concept);
  const part = input.part ?? before?.part ?? "call";
  const minutes = input.minutes === undefined ? (before?.minutes ?? null) : input.minutes;
  if (part !== "call" && minutes === null) throw missingField("minutes");
  if (minutes !== null && (minutes < 1 || minutes > MAX_MINUTES))
    throw invalidField("minutes", `must be from 1 to ${MAX_MINUTES}`);
  return {
    phrases,
    concept,
    saidBy: input.saidBy ?? before?.saidBy ?? ready?.saidBy ?? "anyone",
    part,
    minutes: part === "call" ? null : minutes,
    examples,
  };
};

const resolveName = (name: string | undefined): string => {
  if (name === undefined) throw missingField("name");
  if (name.trim() === "") throw invalidField("name", "must not be empty");
  return name;
};

/** Creates or changes a tracker, as the mutation does. @throws NOT_FOUND, MISSING_REQUIRED_FIELD, INVALID_FIELD */
export const upsertTracker = async (context: Context, input: TrackerInput): Promise<TrackerRow> => {
  const { organizationId } = context;
  return mutate(context, async (trx) => {
    const [before] =
      typeof input.id === "string" ? await loadTrackersByIds(trx, organizationId, [input.id]) : [];
    if (typeof input.id === "string" && !before) throw notFound("Tracker");
    if (!before && (await listTrackers(trx, organizationId)).length >= MAX_TRACKERS)
      throw invalidField("id", `is required: the organization has ${MAX_TRACKERS} trackers`);
    const name = resolveName(input.name ?? before?.name);
    const former = before && (await loadRule(trx, organizationId, before));
    const rule = await resolveRule({ ...context, db: trx }, input, former);
    const { examples, ...fields } = rule;
    const now = context.now();
    const after: TrackerRow = {
      id: context.newId(),
      createdAt: now,
      ...UNSEARCHED,
      ...before,
      ...fields,
      ...(!isDeepStrictEqual(rule, former) && UNSEARCHED),
      name,
      updatedAt: now,
    };
    if (before) await updateTracker(trx, organizationId, before.id, after);
    else await insertTracker(trx, organizationId, after);
    await replaceExamples(trx, organizationId, after.id, examples);
    await auditUpsert(trx, context, "tracker", {
      subject: after.id,
      before: before && { name: before.name, ...former },
      after: { name, ...rule },
    });
    return after;
  });
};

@Resolver()
export class TrackerMutationResolver {
  @forInternal()
  @Mutation(() => Tracker, {
    description:
      "Creates or changes a tracker, and looks for it in all earlier calls, the newest first. New calls send the event tracker.hit; earlier ones don't.",
  })
  async upsertTracker(
    @Arg("input", () => TrackerInput) input: TrackerInput,
    @Ctx() context: Context,
  ): Promise<TrackerRow> {
    return upsertTracker(context, input);
  }

  @forInternal()
  @Mutation(() => Boolean, {
    description:
      "Deletes a tracker, and where it was found. One that answers a question of a template can't be deleted.",
  })
  async deleteTracker(@Arg("id", () => ID) id: string, @Ctx() context: Context): Promise<boolean> {
    const { organizationId } = context;
    return mutate(context, async (trx) => {
      const [tracker] = await loadTrackersByIds(trx, organizationId, [id]);
      if (!tracker) throw notFound("Tracker");
      const answered = await findQuestionOfTracker(trx, organizationId, id);
      if (answered)
        throw invalidField(
          "id",
          `answers the question "${answered.question}" of the template "${answered.template}"; change that first`,
        );
      await markTrackerDeleted(trx, organizationId, id, context.now());
      await audit(trx, context, { action: "tracker.deleted", subject: id });
      return true;
    });
  }
}
