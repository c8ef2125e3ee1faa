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
import { authChecker } from "./access.js";
import { ActionItemResolver } from "./action-items.js";
import { AnalysisResolver } from "./analysis.js";
import { ApiKeyResolver } from "./api-keys.js";
import { AppointmentResolver } from "./appointments.js";
import { AuditLogResolver } from "./audit-log.js";
import { CallResolver } from "./calls.js";
import { ClientChangeResolver } from "./client-changes.js";
import { ClientResolver } from "./clients.js";
import { CoverageResolver } from "./coverage.js";
import { DeliveryResolver } from "./deliveries.js";
import { DialerCallResolver } from "./dialer-calls.js";
import { DialerSecretResolver } from "./dialer-secrets.js";
import { callDirectly } from "./direct.js";
import { EventResolver, EventSyncResolver } from "./event-feed.js";
import { GettingStartedResolver } from "./getting-started.js";
import { InboundCallResolver } from "./inbound-calls.js";
import { KeyResolver } from "./keys.js";
import { checkLimits } from "./limits.js";
import { LinkingResolver } from "./linking.js";
import { MediaResolver, RecordingMediaResolver } from "./media.js";
import { MetricsResolver } from "./metrics.js";
import { OrganizationResolver } from "./organizations.js";
import { OwnSessionResolver } from "./own-sessions.js";
import { ProcessResolver, RecordingProcessResolver } from "./process.js";
import { RecordingSyncResolver } from "./recording-changes.js";
import { RecordingEdgeResolver } from "./recording-edges.js";
import { RecordingListResolver } from "./recording-lists.js";
import { RecordingResolver } from "./recordings.js";
import { RedeliveryResolver } from "./redelivery.js";
import { RetentionResolver } from "./retention.js";
import { RetentionReportResolver } from "./retention-report.js";
import { ReplayResolver } from "./replays.js";
import { ReviewResolver } from "./reviews.js";
import { SchedulingResolver } from "./scheduling.js";
import { SigningInResolver } from "./signing-in.js";
import { StatEntryResolver, StatsResolver } from "./stats.js";
import { SyncingResolver } from "./syncing.js";
import { TeamResolver } from "./teams.js";
import { TemplateResolver } from "./templates.js";
import { TranscriptResolver } from "./transcripts.js";
import { UserResolver } from "./users.js";
import { WebhookChangeResolver } from "./webhook-changes.js";
import { WebhookTestResolver } from "./webhook-tests.js";
import { WebhookResolver } from "./webhooks.js";

/** Puts the limits that hold for every argument before the resolver of every operation. */
const limit = (schema: GraphQLSchema): GraphQLSchema => {
  for (const type of [schema.getQueryType(), schema.getMutationType()])
    for (const field of Object.values(type?.getFields() ?? {})) {
      const resolve = field.resolve ?? defaultFieldResolver;
      field.resolve = (root, args, context, info) => {
        checkLimits(args, field.args);
        return resolve(root, args, context, info);
      };
    }
  return schema;
};

/** Has fields that the database keeps as 0 or 1 be booleans before anything serializes them. */
const readFlags = (schema: GraphQLSchema): GraphQLSchema => {
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

const described = (): GraphQLSchema =>
  buildSchemaSync({
    resolvers: [
      ActionItemResolver,
      AnalysisResolver,
      ApiKeyResolver,
      AppointmentResolver,
      AuditLogResolver,
      CallResolver,
      ClientChangeResolver,
      ClientResolver,
      CoverageResolver,
      DeliveryResolver,
      DialerCallResolver,
      DialerSecretResolver,
      EventResolver,
      EventSyncResolver,
      GettingStartedResolver,
      InboundCallResolver,
      KeyResolver,
      LinkingResolver,
      MediaResolver,
      MetricsResolver,
      OrganizationResolver,
      OwnSessionResolver,
      ProcessResolver,
      RecordingEdgeResolver,
      RecordingProcessResolver,
      RecordingListResolver,
      RecordingMediaResolver,
      RecordingSyncResolver,
      RecordingResolver,
      RedeliveryResolver,
      RetentionReportResolver,
      RetentionResolver,
      ReplayResolver,
      ReviewResolver,
      SchedulingResolver,
      SigningInResolver,
      StatEntryResolver,
      StatsResolver,
      SyncingResolver,
      TeamResolver,
      TemplateResolver,
      TranscriptResolver,
      UserResolver,
      WebhookChangeResolver,
      WebhookResolver,
      WebhookTestResolver,
    ],
    authChecker,
    validate: false,
    emitSchemaFile: false,
  });

/** The core. Everything that the program offers is an operation of this schema. */
export const createSchema = (): GraphQLSchema => limit(readFlags(callDirectly(described())));

/** The schema as SDL, as graph/schema.graphql has it: sorted, so that moving code changes nothing. */
export const printedSchema = (): string =>
  `${printSchema(lexicographicSortSchema(createSchema()))}\n`;
