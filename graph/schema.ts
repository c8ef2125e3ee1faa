import "reflect-metadata";
import {
  defaultFieldResolver,
  getNullableType,
  GraphQLBoolean,
  type GraphQLSchema,
  isIntrospectionType,
  isObjectType,
  lexicographicSortSchema,
  printSchema,
} from "graphql";
import { buildSchemaSync } from "type-graphql";
import { authChecker } from "./access/access.js";
import { ActionItemChangeResolver } from "./analysis/action-item-changes.js";
import { ActionItemListResolver } from "./analysis/action-item-list.js";
import { ActionItemResolver, RecordingActionItemsResolver } from "./analysis/action-items.js";
import { AnalysisResolver } from "./analysis/analysis.js";
import { AnalysisVersionResolver } from "./analysis/versions.js";
import { ApiKeyResolver } from "./organizations/api-keys.js";
import { AppointmentResolver } from "./appointments/appointment.js";
import { RecordingViewersResolver } from "./edges/recording-viewers.js";
import { AuditEntryEdgeResolver } from "./edges/audit-entry-edges.js";
import { AuditLogResolver } from "./organizations/audit-log.js";
import type { Context } from "./context/context.js";
import { EarlierCallsResolver } from "./analysis/earlier-calls.js";
import { CanReanalyzeResolver } from "./analysis/can-reanalyze.js";
import { BackupStateResolver } from "./organizations/backup-state.js";
import { CallProcessingResolver } from "./analysis/call-processing.js";
import { CallResolver } from "./calls/ingest.js";
import { CalendarMutationResolver } from "./calendars/mutations.js";
import { CalendarResolver } from "./calendars/calendar.js";
import { ClientMutationResolver } from "./clients/mutations.js";
import { ClientResolver } from "./clients/client.js";
import { ClockResolver } from "./retention/clock-state.js";
import { ClipResolver, RecordingClipsResolver } from "./clips/clip.js";
import { ClipLinkResolver, ClipLinksResolver } from "./clips/links.js";
import { ClipListResolver } from "./clips/list.js";
import { ClipMutationResolver } from "./clips/mutations.js";
import { PlaylistResolver } from "./clips/playlist.js";
import { SavedViewMutationResolver } from "./views/mutations.js";
import { SavedViewResolver } from "./views/view.js";
import { PlaylistMutationResolver } from "./clips/playlist-mutations.js";
import { CommentListResolver } from "./comments/list.js";
import { CommentMutationResolver } from "./comments/mutations.js";
import { CommentResolver, RecordingCommentsResolver } from "./comments/comment.js";
import { CoverageResolver } from "./appointments/coverage.js";
import { DeliveryEdgeResolver } from "./edges/delivery-edges.js";
import { DeliveryResolver } from "./webhooks/deliveries.js";
import { DialerCallResolver } from "./dialers/ingest.js";
import { SourceResolver } from "./dialers/sources.js";
import { CallSourceResolver } from "./dialers/rep-channels.js";
import { DialerMediaCredentialResolver } from "./dialers/media-credentials.js";
import { DialerSecretResolver } from "./dialers/secrets.js";
import { withDirectResolvers } from "./access/call-resolver.js";
import { EventResolver, EventSyncResolver } from "./webhooks/feed.js";
import { EventTypeResolver } from "./webhooks/event-types.js";
import { InvitationResolver } from "./sign-in/invitations.js";
import { PendingInvitationResolver } from "./sign-in/pending-invitations.js";
import { PasswordLinkResolver } from "./sign-in/password-links.js";
import { SignInRoleResolver } from "./sign-in/sign-in-roles.js";
import { GettingStartedResolver } from "./organizations/getting-started.js";
import { InboundCallResolver } from "./dialers/inbound-calls.js";
import { ApiKeyRefreshResolver } from "./organizations/keys.js";
import { LastDeliveryResolver } from "./webhooks/last-delivery.js";
import { applyArgumentLimits, validateLimits } from "./arguments/limits.js";
import { ManualLinkResolver } from "./appointments/manual-link.js";
import { MeaningSearchResolver } from "./meaning/meaning-search.js";
import { SentencesResolver } from "./meaning/sentences.js";
import { MediaResolver, RecordingMediaResolver } from "./recordings/media.js";
import { WaveformResolver } from "./recordings/waveforms.js";
import { RecordingMediaFetchResolver } from "./recordings/media-fetches.js";
import { TranscriptionProgressResolver } from "./recordings/transcription-progress.js";
import { MetricsResolver } from "./recordings/metrics.js";
import { UserChangeResolver } from "./people/user-changes.js";
import { WebhookUpsertResolver } from "./webhooks/upsert-webhook.js";
import { NoticeResolver } from "./recordings/notices.js";
import { NamedKeyResolver } from "./sign-in/named-keys.js";
import { OrganizationResolver } from "./organizations/organization.js";
import { OwnSessionResolver } from "./sign-in/own-sessions.js";
import { ProcessResolver, RecordingProcessResolver } from "./analysis/process.js";
import { RecordingSyncResolver } from "./recordings/sync.js";
import { RecordingEdgeResolver } from "./edges/recording-edges.js";
import { RecordingListResolver } from "./recordings/list.js";
import { RecordingResolver } from "./recordings/recording.js";
import { RedactionResolver } from "./redaction/redaction.js";
import { redactArguments } from "./redaction/redact-arguments.js";
import { RedeliveryResolver } from "./webhooks/redeliver.js";
import { RetentionResolver } from "./retention/retention.js";
import { RetentionReportResolver } from "./retention/report.js";
import { withoutHidden } from "./consent/hidden-results.js";
import { RefusedConsentResolver } from "./consent/refused-consent.js";
import { ReplayResolver } from "./dialers/replay.js";
import { RecordingReviewersResolver, ReviewerResolver } from "./recordings/reviewers.js";
import { ReviewResolver } from "./recordings/reviews.js";
import { AppointmentMutationResolver } from "./appointments/mutations.js";
import { SignInResolver } from "./sign-in/sign-in.js";
import { StatEntryResolver, StatIntervalResolver, StatsResolver } from "./stats/query.js";
import { TeamMiddleResolver } from "./stats/team-middle.js";
import {
  OrganizationTargetsResolver,
  TeamTargetsResolver,
  UserTargetsResolver,
} from "./targets/targets.js";
import { WinRatesResolver } from "./stats/win-rates-query.js";
import { TrackerMutationResolver } from "./trackers/mutations.js";
import {
  RecordingTrackersResolver,
  TrackedCallsResolver,
  TrackerHitResolver,
  TrackerResolver,
} from "./trackers/tracker.js";
import { TemplateTrialResolver } from "./analysis/template-trial.js";
import { TrackerTrialResolver } from "./trackers/trial.js";
import { CrmSyncResolver } from "./recordings/crm-sync.js";
import { TeamResolver } from "./people/teams.js";
import { TemplateQuestionResolver, TemplateResolver } from "./analysis/templates.js";
import { TranscriptCorrectionResolver } from "./analysis/transcript-corrections.js";
import { TagResolver } from "./analysis/tags.js";
import { ProcessJudgeResolver, VerdictResolver } from "./analysis/verdicts.js";
import { TranscriptResolver } from "./recordings/transcript.js";
import { UnmappedNumberResolver } from "./dialers/unmapped-numbers.js";
import { WatchedFolderResolver } from "./dialers/watched-folders.js";
import { UserNumbersResolver } from "./people/user-numbers.js";
import { UserResolver } from "./people/users.js";
import { VocabularyResolver } from "./vocabulary/vocabulary.js";
import { WebhookMutationResolver } from "./webhooks/mutations.js";
import { WebhookTestResolver } from "./webhooks/test.js";
import { WeeklyMailResolver } from "./sign-in/weekly-mail.js";
import { WebhookResolver } from "./webhooks/webhook.js";

/**
 * Validates the limits of every argument before the resolver of every operation runs, checks its budget, and redacts
 * what a mutation would store. A mutation returns no content of a hidden recording.
 */
const withLimits = (schema: GraphQLSchema): GraphQLSchema => {
  for (const type of [schema.getQueryType(), schema.getMutationType()])
    for (const field of Object.values(type?.getFields() ?? {})) {
      applyArgumentLimits(field);
      const resolve = field.resolve ?? defaultFieldResolver;
      // The executor runs changes one after the other.
      const isChange = type === schema.getMutationType();
      field.resolve = (root, args, context: Context, info) => {
        validateLimits(args, field.args);
        return isChange
          ? redactArguments(field.name, args, context)
              .then(async (redacted): Promise<unknown> => resolve(root, redacted, context, info))
              .then((result) => withoutHidden(result, context, info))
          : context.budget.runField(() => resolve(root, args, context, info));
      };
    }
  return schema;
};

/** Turns flags that the database stores as 0 or 1 into booleans before serialization. */
const withBooleanFlags = (schema: GraphQLSchema): GraphQLSchema => {
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type) || isIntrospectionType(type)) continue;
    for (const field of Object.values(type.getFields()))
      if (getNullableType(field.type) === GraphQLBoolean)
        field.resolve ??= (row: Record<string, unknown>) => {
          const value = row[field.name];
          return typeof value === "number" ? value !== 0 : value;
        };
  }
  return schema;
};

const buildResolverSchema = (): GraphQLSchema =>
  buildSchemaSync({
    resolvers: [
      ActionItemChangeResolver,
      ActionItemListResolver,
      ActionItemResolver,
      AnalysisResolver,
      AnalysisVersionResolver,
      ApiKeyRefreshResolver,
      ApiKeyResolver,
      AppointmentMutationResolver,
      AppointmentResolver,
      AuditEntryEdgeResolver,
      AuditLogResolver,
      BackupStateResolver,
      CallProcessingResolver,
      CalendarMutationResolver,
      CalendarResolver,
      CallResolver,
      CanReanalyzeResolver,
      EarlierCallsResolver,
      ClientMutationResolver,
      ClientResolver,
      ClockResolver,
      ClipLinkResolver,
      ClipLinksResolver,
      ClipListResolver,
      ClipMutationResolver,
      ClipResolver,
      PlaylistMutationResolver,
      SavedViewMutationResolver,
      SavedViewResolver,
      PlaylistResolver,
      RecordingClipsResolver,
      CommentListResolver,
      CommentMutationResolver,
      CommentResolver,
      CoverageResolver,
      CrmSyncResolver,
      DeliveryEdgeResolver,
      DeliveryResolver,
      DialerCallResolver,
      CallSourceResolver,
      DialerMediaCredentialResolver,
      DialerSecretResolver,
      EventResolver,
      EventSyncResolver,
      EventTypeResolver,
      GettingStartedResolver,
      InboundCallResolver,
      InvitationResolver,
      PendingInvitationResolver,
      LastDeliveryResolver,
      ManualLinkResolver,
      MeaningSearchResolver,
      MediaResolver,
      MetricsResolver,
      OrganizationResolver,
      OwnSessionResolver,
      PasswordLinkResolver,
      ProcessResolver,
      RecordingActionItemsResolver,
      RecordingCommentsResolver,
      RecordingViewersResolver,
      RecordingEdgeResolver,
      RecordingListResolver,
      RecordingMediaFetchResolver,
      WaveformResolver,
      TranscriptionProgressResolver,
      RecordingMediaResolver,
      RecordingProcessResolver,
      RecordingResolver,
      RecordingSyncResolver,
      RedactionResolver,
      RedeliveryResolver,
      RefusedConsentResolver,
      ReplayResolver,
      RetentionReportResolver,
      RetentionResolver,
      RecordingReviewersResolver,
      ReviewerResolver,
      ReviewResolver,
      SentencesResolver,
      SignInResolver,
      SignInRoleResolver,
      SourceResolver,
      StatEntryResolver,
      StatIntervalResolver,
      StatsResolver,
      TeamMiddleResolver,
      WinRatesResolver,
      OrganizationTargetsResolver,
      TeamTargetsResolver,
      UserTargetsResolver,
      TeamResolver,
      TemplateResolver,
      TemplateQuestionResolver,
      ProcessJudgeResolver,
      VerdictResolver,
      TagResolver,
      TranscriptCorrectionResolver,
      TrackedCallsResolver,
      TrackerHitResolver,
      TrackerMutationResolver,
      TrackerResolver,
      TemplateTrialResolver,
      TrackerTrialResolver,
      RecordingTrackersResolver,
      NamedKeyResolver,
      NoticeResolver,
      TranscriptResolver,
      UnmappedNumberResolver,
      WatchedFolderResolver,
      UserNumbersResolver,
      UserResolver,
      VocabularyResolver,
      WebhookMutationResolver,
      WeeklyMailResolver,
      WebhookResolver,
      WebhookTestResolver,
      WebhookUpsertResolver,
      UserChangeResolver,
    ],
    authChecker,
    validate: false,
    emitSchemaFile: false,
  });

/** Creates the core: every feature of the server is an operation of this schema. */
export const createSchema = (): GraphQLSchema =>
  withLimits(withBooleanFlags(withDirectResolvers(buildResolverSchema())));

/** Prints the SDL for graph/schema.graphql, sorted, so that moved code doesn't change it. */
export const printSortedSchema = (): string =>
  `${printSchema(lexicographicSortSchema(createSchema()))}\n`;
