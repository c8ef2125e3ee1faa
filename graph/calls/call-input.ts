import { Field, InputType, Int } from "type-graphql";
import type { RecordingSource } from "../../db/recordings/fields.js";
import type { Notice } from "../../db/recordings/notices.js";
import type { Consent } from "../../db/consent/consent-settings.js";
import { Consents } from "../consent/consents.js";
import { CustomerInput } from "../clients/customers.js";
import { Constraint } from "../arguments/constraints.js";
import { JSON_OBJECT, Limit, URL_TEXT } from "../arguments/limits.js";
import { DateTime, JsonScalar } from "../arguments/scalars.js";
import { PushedUserInput } from "../people/pushed-user.js";
import { MAX_UTTERANCES } from "../recordings/max-utterances.js";
import { RecordingSources } from "../recordings/recording.js";
import { UtteranceInput } from "../recordings/transcript.js";

@InputType()
export class CallInput {
  @Constraint({ minLength: 1 })
  @Field(() => String, {
    description:
      "The dialer's id of the call. A repeated id updates the call and never duplicates it.",
  })
  callId!: string;

  @Constraint({ minLength: 1 })
  @Field(() => String, {
    nullable: true,
    description:
      "The e-mail address of the rep, an active member of the organization, in any case. A call has this, extension or userPhone; the first one that it has decides.",
  })
  userEmail?: string | null;

  @Constraint({ minLength: 1 })
  @Field(() => String, {
    nullable: true,
    description: "The rep's extension in the phone system, as their user has it.",
  })
  extension?: string | null;

  @Constraint({ minLength: 1 })
  @Field(() => String, {
    nullable: true,
    description: "The rep's phone number, as their user has it, in any spelling.",
  })
  userPhone?: string | null;

  @Field(() => PushedUserInput, {
    nullable: true,
    description:
      "Creates or changes the user with `userEmail` before the call is stored. Needs a named key with the scope people.",
  })
  upsertUser?: PushedUserInput | null;

  @Field(() => DateTime, { description: "When the call began." })
  startedAt!: number;

  @Field(() => DateTime, {
    nullable: true,
    description:
      "When the recording was made, to backfill history: its place in lists and statistics. Default: now. Never in the future, and only the first request of a call sets it.",
  })
  createdAt?: number | null;

  @Constraint({ minimum: 0 })
  @Field(() => Int, {
    nullable: true,
    description: "Milliseconds. Default: the end of the transcript's last utterance.",
  })
  duration?: number | null;

  @Field(() => String, {
    nullable: true,
    description: "Default: a name built from the customer or the time.",
  })
  name?: string | null;

  @Field(() => RecordingSources, { nullable: true, defaultValue: "dialer" })
  source!: RecordingSource | null;

  @Constraint({ minLength: 1 })
  @Limit(URL_TEXT)
  @Field(() => String, { nullable: true, description: "The URL of the audio." })
  mediaUrl?: string | null;

  @Constraint({ minLength: 1 })
  @Field(() => String, { nullable: true, description: "The event id of the call's appointment." })
  eventId?: string | null;

  @Field(() => CustomerInput, { nullable: true, description: "The customer on the call." })
  customer?: CustomerInput | null;

  @Field(() => String, {
    nullable: true,
    description:
      "The customer's phone. It finds the client of a customer without an id, unless several clients have it, and is kept with that of a customer with one. A text that isn't a phone number is ignored.",
  })
  customerPhone?: string | null;

  @Limit(JSON_OBJECT)
  @Field(() => JsonScalar, {
    nullable: true,
    description: "Sent along with the recording's events.",
  })
  customFields?: Record<string, unknown> | null;

  @Field(() => Consents, {
    nullable: true,
    description:
      "Whether the customer agreed to the recording; default: unknown. `refusedConsent` says what happens to a refused call.",
  })
  consent?: Consent | null;

  @Limit({ maxItems: MAX_UTTERANCES })
  @Field(() => [UtteranceInput], {
    nullable: true,
    description: "The whole transcript, in any order.",
  })
  transcript?: UtteranceInput[] | null;
}

/** A call, with what was left out or repaired in the text of its transcript. */
export interface IngestedCall extends CallInput {
  transcriptNotices?: Notice[] | undefined;
}
