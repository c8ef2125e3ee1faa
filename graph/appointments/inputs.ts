import { InputType, Field } from "type-graphql";
import { CustomerInput } from "../clients/customers.js";
import { JSON_OBJECT, Limit } from "../arguments/limits.js";
import { NotNull, Constraint } from "../arguments/constraints.js";
import { DateTime, JsonScalar } from "../arguments/scalars.js";

@InputType({ description: "Absent fields stay unchanged; null clears an optional field." })
export class AppointmentPatch {
  @NotNull()
  @Constraint({ minLength: 1 })
  @Field(() => String, {
    nullable: true,
    description:
      "The rep's e-mail address, case-insensitive. The rep must be an active member of the organization.",
  })
  userEmail?: string | null;

  @NotNull()
  @Field(() => DateTime, { nullable: true, description: "When the call or visit starts." })
  startTime?: number | null;

  @Field(() => DateTime, {
    nullable: true,
    description: "When it ends, not before startTime.",
  })
  endTime?: number | null;

  @Field(() => String, { nullable: true, description: "The subject of the appointment." })
  title?: string | null;

  @Field(() => CustomerInput, {
    nullable: true,
    description: "The customer. Fields merge one by one.",
  })
  customer?: CustomerInput | null;

  @Limit(JSON_OBJECT)
  @Field(() => JsonScalar, {
    nullable: true,
    description: "Any JSON object. debrief stores and returns it.",
  })
  metadata?: Record<string, unknown> | null;
}

@InputType()
export class AppointmentInput {
  @Constraint({ minLength: 1 })
  @Field(() => String, { description: "The appointment's id in the organization's own system." })
  eventId!: string;

  @Constraint({ minLength: 1 })
  @Field(() => String, {
    description:
      "The rep's e-mail address, case-insensitive. The rep must be an active member of the organization.",
  })
  userEmail!: string;

  @Field(() => DateTime, { description: "When the call or visit starts." })
  startTime!: number;

  @Field(() => DateTime, {
    nullable: true,
    description: "When it ends, not before startTime.",
  })
  endTime?: number | null;

  @Field(() => String, { nullable: true, description: "The subject of the appointment." })
  title?: string | null;

  @Field(() => CustomerInput, {
    nullable: true,
    description: "The customer. Fields merge one by one.",
  })
  customer?: CustomerInput | null;

  @Limit(JSON_OBJECT)
  @Field(() => JsonScalar, {
    nullable: true,
    description: "Any JSON object. debrief stores and returns it.",
  })
  metadata?: Record<string, unknown> | null;
}
