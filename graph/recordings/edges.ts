import {
  Arg,
  Ctx,
  Extensions,
  Field,
  FieldResolver,
  Float,
  Int,
  ObjectType,
  registerEnumType,
  Resolver,
  Root,
} from "type-graphql";
import type { AppointmentRow, MatchMethod } from "../db/appointments.js";
import type { DeliveryRow } from "../db/deliveries.js";
import type { RecordingRow } from "../db/recordings.js";
import type { UserRow } from "../db/users.js";
import { forInternal } from "./access.js";
import { Appointment } from "./appointments.js";
import { Client } from "./clients.js";
import type { Context } from "./context.js";
import { deliveriesOf, DeliveryConnection } from "./deliveries.js";
import type { Page } from "./page.js";
import { Recording } from "./recordings.js";
import { Template } from "./templates.js";
import { User } from "./users.js";

const MatchMethods = { explicit: "explicit", window: "window", manual: "manual" } as const;
registerEnumType(MatchMethods, { name: "MatchMethod" });

@ObjectType({ simpleResolvers: true })
export class AppointmentMatch {
  @Field(() => String)
  eventId!: string;

  @Field(() => MatchMethods)
  method!: MatchMethod;

  @Field(() => Float, {
    description:
      "Signed milliseconds from the appointment's startTime to the recording's startedAt.",
  })
  offset!: number;
}

/** What a recording leads to; each edge is one statement for a whole page of recordings. */
@Resolver(() => Recording)
export class RecordingEdgeResolver {
  @FieldResolver(() => User)
  async user(@Root() recording: RecordingRow, @Ctx() context: Context): Promise<UserRow> {
    // The foreign key has it that every recording has its user.
    return (await context.loaders.user.load(recording.userId))!;
  }

  @FieldResolver(() => String, { description: "The rep's." })
  userEmail(@Root() recording: RecordingRow, @Ctx() context: Context): string | Promise<string> {
    return recording.userEmail ?? this.user(recording, context).then(({ email }) => email);
  }

  @FieldResolver(() => Client, { nullable: true })
  client(@Root() recording: RecordingRow, @Ctx() context: Context) {
    return recording.clientId === null ? null : context.loaders.client.load(recording.clientId);
  }

  @FieldResolver(() => Template, { nullable: true })
  template(@Root() recording: RecordingRow, @Ctx() context: Context) {
    return recording.templateId === null
      ? null
      : context.loaders.template.load(recording.templateId);
  }

  @FieldResolver(() => Appointment, { nullable: true })
  async appointment(
    @Root() recording: RecordingRow,
    @Ctx() context: Context,
  ): Promise<AppointmentRow | undefined> {
    return context.loaders.appointmentOfRecording.load(recording.id);
  }

  @FieldResolver(() => String, { nullable: true, description: "The matched appointment's." })
  eventId(
    @Root() recording: RecordingRow,
    @Ctx() context: Context,
  ): string | null | undefined | Promise<string | undefined> {
    if (recording.eventId !== undefined) return recording.eventId;
    return context.loaders.appointmentOfRecording.load(recording.id).then((row) => row?.eventId);
  }

  @FieldResolver(() => AppointmentMatch, { nullable: true })
  async match(
    @Root() recording: RecordingRow,
    @Ctx() context: Context,
  ): Promise<AppointmentMatch | undefined> {
    const appointment = await context.loaders.appointmentOfRecording.load(recording.id);
    return (
      appointment && {
        eventId: appointment.eventId,
        method: appointment.matchMethod,
        offset: recording.startedAt - appointment.startTime,
      }
    );
  }

  @forInternal()
  // Each is five times the work of another row.
  @Extensions({ rows: 100 })
  @FieldResolver(() => [Appointment], {
    description:
      "What it may be matched to by hand: the user's appointments that start in the 7 days before or after startedAt, nearest first, at most 20; those of other recordings too. (internal)",
  })
  async matchCandidates(
    @Root() recording: RecordingRow,
    @Ctx() context: Context,
  ): Promise<AppointmentRow[]> {
    return context.loaders.matchCandidates.load(recording);
  }

  @forInternal()
  @FieldResolver(() => DeliveryConnection, { description: "(internal)" })
  async deliveries(
    @Root() recording: RecordingRow,
    @Arg("first", () => Int, { nullable: true, defaultValue: 25 }) first: number | null,
    @Arg("after", () => String, { nullable: true }) after: string | null | undefined,
    @Ctx() context: Context,
  ): Promise<Page<DeliveryRow>> {
    return deliveriesOf(context, recording.id, first, after);
  }
}
