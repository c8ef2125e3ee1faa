import {
  Arg,
  Ctx,
  Extensions,
  FieldResolver,
  ID,
  Int,
  Mutation,
  Query,
  Resolver,
  Root,
} from "type-graphql";
import type { RecordingRow } from "../../db/recordings/fields.js";
import type { SpeakerRole, StoredUtterance } from "../../db/recordings/transcript.js";
import { findOriginalTranscript } from "../../db/recordings/transcript-originals.js";
import { transition } from "./transitions.js";
import { forPeople } from "../access/access.js";
import type { Context } from "../context/context.js";
import { ArgumentLimits, LONG_TEXT } from "../arguments/limits.js";
import { DateTime } from "../arguments/scalars.js";
import { assignLines, replaceText, restoreHeard, swapRoles } from "./correct-lines.js";
import { correctTranscript, restoreTranscript } from "./correct-transcript.js";
import { MAX_UTTERANCES } from "../recordings/max-utterances.js";
import { Recording } from "../recordings/recording.js";
import {
  SpeakerRoles,
  Utterance,
  withSpeakerNames,
  yieldIfLargeTranscript,
} from "../recordings/transcript.js";
import { transcriptCorrectionLoader } from "./loaders.js";
import { userLoader } from "../people/loaders.js";
import { transcriptLoader } from "../recordings/loaders.js";

@Resolver(() => Recording)
export class TranscriptCorrectionResolver {
  @FieldResolver(() => DateTime, {
    nullable: true,
    description: "When a user last corrected the transcript; null while it is as it was sent.",
  })
  async transcriptCorrectedAt(
    @Root() { id }: RecordingRow,
    @Ctx() { loaders }: Context,
  ): Promise<number | null> {
    return (await loaders.get(transcriptCorrectionLoader).load(id))?.correctedAt ?? null;
  }

  @forPeople()
  @FieldResolver(() => String, {
    nullable: true,
    description:
      "The name of the user who last corrected the transcript; null for an internal token, and without corrections. (internal)",
  })
  async transcriptCorrectedBy(
    @Root() { id }: RecordingRow,
    @Ctx() { loaders }: Context,
  ): Promise<string | null> {
    const correctedBy =
      (await loaders.get(transcriptCorrectionLoader).load(id))?.correctedBy ?? null;
    return correctedBy === null
      ? null
      : ((await loaders.get(userLoader).load(correctedBy))?.name ?? null);
  }

  @forPeople()
  @Extensions({ bytes: Infinity })
  @Query(() => [Utterance], {
    nullable: true,
    description:
      "The transcript as it was before its corrections, line by line; null if it has none. (internal)",
  })
  async originalTranscript(
    @Arg("recordingId", () => ID) recordingId: string,
    @Ctx() { db, organizationId, loaders }: Context,
  ): Promise<StoredUtterance[] | null> {
    const original = await findOriginalTranscript(db, organizationId, recordingId);
    const transcript = original && (await loaders.get(transcriptLoader).load(recordingId));
    if (!transcript) return null;
    await yieldIfLargeTranscript(original);
    return withSpeakerNames({ ...transcript, utterances: original });
  }

  @forPeople()
  @ArgumentLimits({ expectedText: LONG_TEXT, text: LONG_TEXT })
  @Mutation(() => Recording, {
    description:
      "Corrects the text of a line of a processed recording's transcript. Anyone who sees the recording may correct it. `index` counts from 0. CONFLICT unless the line's text is `expectedText`. Metrics, search and statistics follow, and no event is sent.",
  })
  async correctUtterance(
    @Arg("recordingId", () => ID) recordingId: string,
    @Arg("index", () => Int) index: number,
    @Arg("expectedText", () => String) expectedText: string,
    @Arg("text", () => String) text: string,
    @Ctx() context: Context,
  ): Promise<RecordingRow> {
    const correct = replaceText({ index, expectedText, text });
    return correctTranscript(context, recordingId, ["text"], correct);
  }

  @forPeople()
  @ArgumentLimits({ lines: { maxItems: MAX_UTTERANCES } })
  @Mutation(() => Recording, {
    description:
      "Assigns the lines of a speaker to a side of the call: all of them, or only `lines`, by index from 0. `speaker` and `currentRole` are those that the transcript shows; CONFLICT if they don't match. Without `name`, the lines take the name of the side's other lines, else they keep their name; the transcript shows the rep's and the client's own names, if known.",
  })
  async assignSpeaker(
    @Arg("recordingId", () => ID) recordingId: string,
    @Arg("speaker", () => String) speaker: string,
    @Arg("currentRole", () => SpeakerRoles) currentRole: SpeakerRole,
    @Arg("role", () => SpeakerRoles) role: SpeakerRole,
    @Arg("name", () => String, { nullable: true }) name: string | null | undefined,
    @Arg("lines", () => [Int], { nullable: true }) lines: number[] | null | undefined,
    @Ctx() context: Context,
  ): Promise<RecordingRow> {
    const correct = assignLines({
      speaker,
      currentRole,
      role,
      name: name ?? undefined,
      lines: lines ?? undefined,
    });
    return correctTranscript(context, recordingId, ["speaker", "role"], correct);
  }

  @forPeople()
  @ArgumentLimits({ lines: { maxItems: MAX_UTTERANCES } })
  @Mutation(() => Recording, {
    description:
      "Writes lines whose names and terms debrief repaired as they were heard: all of them, or only `lines`, by index from 0. It counts as a correction.",
  })
  async restoreHeardWords(
    @Arg("recordingId", () => ID) recordingId: string,
    @Arg("lines", () => [Int], { nullable: true }) lines: number[] | null | undefined,
    @Ctx() context: Context,
  ): Promise<RecordingRow> {
    return correctTranscript(context, recordingId, ["text"], restoreHeard(lines ?? undefined));
  }

  @forPeople()
  @Mutation(() => Recording, {
    description:
      "Exchanges the rep and the client on every line of the transcript, for a recording whose sides are the wrong way round.",
  })
  async swapSides(
    @Arg("recordingId", () => ID) recordingId: string,
    @Ctx() context: Context,
  ): Promise<RecordingRow> {
    return correctTranscript(context, recordingId, ["role"], swapRoles);
  }

  @forPeople()
  @Mutation(() => Recording, {
    description:
      "Restores the transcript as it was before its first correction. Does nothing without corrections.",
  })
  async undoTranscriptCorrections(
    @Arg("recordingId", () => ID) recordingId: string,
    @Ctx() context: Context,
  ): Promise<RecordingRow> {
    return transition(context, recordingId, {
      from: ["processed"],
      change: (trx, recording) => restoreTranscript(trx, context, recording),
    });
  }
}
