import { Arg, Ctx, Extensions, FieldResolver, Int, Resolver, Root } from "type-graphql";
import type { AppointmentRow } from "../../db/appointments/appointment.js";
import type { DeliveryRow } from "../../db/webhooks/deliveries.js";
import type { RecordingRow } from "../../db/recordings/fields.js";
import type { UserRow } from "../../db/people/users.js";
import { forInternal, forManagers } from "../access/access.js";
import { Appointment } from "../appointments/appointment.js";
import { Client } from "../clients/client.js";
import type { Context } from "../context/context.js";
import { Receipt } from "../access/receipts.js";
import { loadRecordingDeliveries, DeliveryConnection } from "../webhooks/deliveries.js";
import type { Page } from "../arguments/pagination.js";
import { AppointmentMatch } from "../matching/match.js";
import { Recording } from "../recordings/recording.js";
import { Template } from "../analysis/templates.js";
import { User } from "../people/users.js";
import { userLoader } from "../people/loaders.js";
import { clientLoader } from "../clients/loaders.js";
import { templateLoader } from "../analysis/loaders.js";
import { appointmentOfRecordingLoader } from "../appointments/loaders.js";
import { matchCandidatesLoader } from "../matching/loaders.js";

/** Objects that belong to a recording. Each edge costs one statement for a whole page of recordings. */
@Resolver(() => Recording)
export class RecordingEdgeResolver {
  @FieldResolver(() => User)
  async user(@Root() recording: RecordingRow, @Ctx() context: Context): Promise<UserRow> {
    // A foreign key guarantees the user.
    return (await context.loaders.get(userLoader).load(recording.userId))!;
  }

  @FieldResolver(() => String, { description: "The rep's e-mail address." })
  userEmail(@Root() recording: RecordingRow, @Ctx() context: Context): string | Promise<string> {
    return recording.userEmail ?? this.user(recording, context).then(({ email }) => email);
  }

  @FieldResolver(() => Client, { nullable: true })
  client(@Root() recording: RecordingRow, @Ctx() context: Context) {
    return recording.clientId === null
      ? null
      : context.loaders.get(clientLoader).load(recording.clientId);
  }

  @FieldResolver(() => Template, { nullable: true })
  template(@Root() recording: RecordingRow, @Ctx() context: Context) {
    return recording.templateId === null
      ? null
      : context.loaders.get(templateLoader).load(recording.templateId);
  }

  @FieldResolver(() => Appointment, { nullable: true })
  async appointment(
    @Root() recording: RecordingRow,
    @Ctx() context: Context,
  ): Promise<AppointmentRow | undefined> {
    return context.loaders.get(appointmentOfRecordingLoader).load(recording.id);
  }

  @Receipt()
  @FieldResolver(() => String, {
    nullable: true,
    description: "The event id of the matched appointment.",
  })
  eventId(
    @Root() recording: RecordingRow,
    @Ctx() context: Context,
  ): string | null | undefined | Promise<string | undefined> {
    if (recording.eventId !== undefined) return recording.eventId;
    return context.loaders
      .get(appointmentOfRecordingLoader)
      .load(recording.id)
      .then((row) => row?.eventId);
  }

  @FieldResolver(() => AppointmentMatch, { nullable: true })
  async match(
    @Root() recording: RecordingRow,
    @Ctx() context: Context,
  ): Promise<AppointmentMatch | undefined> {
    const appointment = await context.loaders.get(appointmentOfRecordingLoader).load(recording.id);
    return (
      appointment && {
        eventId: appointment.eventId,
        method: appointment.matchMethod,
        offset: recording.startedAt - appointment.startTime,
      }
    );
  }

  @forManagers()
  // Each row costs five times another row.
  @Extensions({ rows: 100 })
  @FieldResolver(() => [Appointment], {
    description:
      "Appointments for a manual match: the user's, starting within 7 days of startedAt, nearest first, at most 20, matched ones included. (internal)",
  })
  async matchCandidates(
    @Root() recording: RecordingRow,
    @Ctx() context: Context,
  ): Promise<AppointmentRow[]> {
    return context.loaders.get(matchCandidatesLoader).load(recording);
  }

  @forInternal()
  @FieldResolver(() => DeliveryConnection, { description: "(internal)" })
  async deliveries(
    @Root() recording: RecordingRow,
    @Arg("first", () => Int, { nullable: true, defaultValue: 25 }) first: number | null,
    @Arg("after", () => String, { nullable: true }) after: string | null | undefined,
    @Ctx() context: Context,
  ): Promise<Page<DeliveryRow>> {
    return loadRecordingDeliveries(context, recording.id, first, after);
  }
}
