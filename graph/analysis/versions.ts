import {
  Arg,
  Ctx,
  Extensions,
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
import {
  type AnalysisContentRow,
  type AnalysisVersionRow,
  findAnalysisVersion,
} from "../../db/analysis/versions.js";
import type { OptionalText } from "../../db/analysis/optional-texts.js";
import type { RecordingRow } from "../../db/recordings/fields.js";
import { forManagers, forPeople } from "../access/access.js";
import type { Context } from "../context/context.js";
import {
  createConnectionType,
  decodeKeyset,
  encodeKeyset,
  invalidCursor,
  Page,
  resolvePageSize,
} from "../arguments/pagination.js";
import { DateTime } from "../arguments/scalars.js";
import { RecordingMetrics } from "../recordings/metrics.js";
import { Recording } from "../recordings/recording.js";
import { ActionItem } from "./action-items.js";
import { computeProcessScore, computeTalkMetrics } from "../stats/measures.js";
import { ProcessResult } from "./process.js";
import { restoreAnalysis } from "./restore.js";
import { analysisEditsLoader, analysisVersionsLoader } from "./loaders.js";

const ANALYSES_LIST = "analyses";

@ObjectType({ simpleResolvers: true, description: "An earlier analysis of a recording." })
class AnalysisVersion {
  @Field(() => Int, { description: "Unique in the recording; a later one is higher." })
  version!: number;

  @Field(() => DateTime, { description: "When another analysis or a user replaced it." })
  replacedAt!: number;
}

const AnalysisVersionConnection = createConnectionType("AnalysisVersion", () => AnalysisVersion);

@ObjectType({ simpleResolvers: true, description: "The content of an earlier analysis." })
class AnalysisContent implements Record<OptionalText, string | null> {
  @Field(() => Int)
  version!: number;

  @Field(() => DateTime)
  replacedAt!: number;

  @Field(() => String, { description: "The recording's name at that time." })
  name!: string;

  @Field(() => String, { nullable: true })
  summary!: string | null;

  @Field(() => String, { nullable: true })
  notes!: string | null;

  @Field(() => String, { nullable: true })
  coaching!: string | null;

  @Field(() => Boolean)
  closed!: number;

  @Field(() => [String])
  tags!: string[];

  @Field(() => [ActionItem], {
    nullable: true,
    description: "Null if the analysis didn't look for any.",
  })
  actionItems!: AnalysisContentRow["actionItems"] | null;

  @Field(() => ProcessResult, { nullable: true })
  process!: ProcessResult | null;

  @Field(() => RecordingMetrics, {
    nullable: true,
    description: "Of the transcript at that time. A restore keeps the current ones.",
  })
  metrics!: RecordingMetrics | null;
}

const buildProcess = (
  recordingId: string,
  { columns, answers }: AnalysisContentRow,
): ProcessResult | null => {
  const {
    templateId,
    processSummary,
    processFollowed: followed,
    processTotal: total,
    templateVersion,
  } = columns;
  if (templateId === null || followed === null || total === null) return null;
  return {
    recordingId,
    templateId,
    templateVersion,
    answersJson: JSON.stringify(answers),
    score: computeProcessScore(columns) ?? 0,
    summary: processSummary,
    followed,
    missed: total - followed,
    total,
  };
};

const buildContent = ({
  recordingId,
  version,
  replacedAt,
  content,
}: AnalysisVersionRow & { content: AnalysisContentRow }): AnalysisContent => {
  const { columns, measures, actionItems, tags } = content;
  const { name, summary, notes, coaching, closed, actionItemCount } = columns;
  const talk = computeTalkMetrics(measures);
  return {
    version,
    replacedAt,
    name,
    summary,
    notes,
    coaching,
    closed,
    tags,
    // The ids are those of the current items.
    actionItems: actionItemCount === null ? null : actionItems.map(({ id: _, ...item }) => item),
    process: buildProcess(recordingId, content),
    metrics: talk && { ...talk, processScore: computeProcessScore(columns) },
  };
};

/** Returns the version before which the next page starts. @throws INVALID_CURSOR */
const parseAfter = (
  organizationId: string,
  recordingId: string,
  after: string | null | undefined,
): { time: number; id: string } | undefined => {
  if (typeof after !== "string") return undefined;
  const keyset = decodeKeyset(ANALYSES_LIST, organizationId, after);
  if (keyset.id !== recordingId) throw invalidCursor();
  return keyset;
};

@Resolver(() => Recording)
export class AnalysisVersionResolver {
  @forPeople()
  @FieldResolver(() => AnalysisVersionConnection, {
    description: "Earlier analyses, newest first; the last 20 are kept. (internal)",
  })
  async analyses(
    @Root() { id }: RecordingRow,
    @Arg("first", () => Int, { nullable: true, defaultValue: 25 }) first: number | null,
    @Arg("after", () => String, { nullable: true }) after: string | null | undefined,
    @Ctx() { organizationId, loaders }: Context,
  ): Promise<Page<AnalysisVersionRow>> {
    const limit = resolvePageSize(first);
    const rows = await loaders.get(analysisVersionsLoader).load({
      parent: id,
      limit: limit + 1,
      after: parseAfter(organizationId, id, after),
    });
    return new Page(rows, limit, ({ version }) =>
      encodeKeyset(ANALYSES_LIST, organizationId, { time: version, id }),
    );
  }

  @forPeople()
  @FieldResolver(() => [String], {
    description:
      "The fields of the analysis that a user wrote: `reanalyze` replaces them only if the caller says so. (internal)",
  })
  async editedFields(@Root() { id }: RecordingRow, @Ctx() { loaders }: Context): Promise<string[]> {
    const row = await loaders.get(analysisEditsLoader).load(id);
    return row ? (JSON.parse(row.fields) as string[]) : [];
  }

  @forPeople()
  @Extensions({ bytes: Infinity })
  @Query(() => AnalysisContent, {
    nullable: true,
    description: "The content of an earlier analysis; null if it is unknown. (internal)",
  })
  async analysisContent(
    @Arg("recordingId", () => ID) recordingId: string,
    @Arg("version", () => Int) version: number,
    @Ctx() { db, organizationId }: Context,
  ): Promise<AnalysisContent | null> {
    const found = await findAnalysisVersion(db, organizationId, recordingId, version);
    return found ? buildContent(found) : null;
  }

  @forManagers()
  @Mutation(() => Recording, {
    description:
      "Restores an earlier analysis of a processed recording. The replaced one becomes a version. Transcript, metrics and custom fields stay, a queued analysis is cancelled, and no event is sent.",
  })
  async restoreAnalysis(
    @Arg("recordingId", () => ID) recordingId: string,
    @Arg("version", () => Int) version: number,
    @Ctx() context: Context,
  ): Promise<RecordingRow> {
    return restoreAnalysis(context, recordingId, version);
  }
}
