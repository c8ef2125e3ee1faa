import { Field, Float, ObjectType, registerEnumType } from "type-graphql";
import type { MatchMethod } from "../../db/appointments/appointment.js";

const MatchMethods = { explicit: "explicit", window: "window", manual: "manual" } as const;
registerEnumType(MatchMethods, { name: "MatchMethod" });

export const MatchStatuses = { pending: "pending", matched: "matched", missed: "missed" } as const;
export type MatchStatus = keyof typeof MatchStatuses;
registerEnumType(MatchStatuses, { name: "MatchStatus" });

/** A recording's match, as seen from the recording. */
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
