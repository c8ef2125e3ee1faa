import { Field, ID, InputType, Int } from "type-graphql";
import { type Audience, loadClipTeams, loadClipUsers } from "../../db/clips/audience.js";
import type { Db } from "../../db/engine/connect.js";
import { isInScope } from "../../db/engine/viewer-scope.js";
import { buildEmailKey, loadUsersByIds } from "../../db/people/users.js";
import type { RecordingRow } from "../../db/recordings/fields.js";
import { seesUser } from "../../db/sign-in/viewers.js";
import { Constraint } from "../arguments/constraints.js";
import { Limit } from "../arguments/limits.js";
import type { Context } from "../context/context.js";
import { Failure, invalidField, missingField, userNotFound } from "../core/errors.js";
import { requireTeams } from "../people/require-teams.js";
import { requireActiveUser } from "../people/require-user.js";
import { AUTHOR_DESCRIPTION } from "../people/resolve-author.js";

const MIN_CLIP_MS = 1_000;
/** As WAV with two channels of 48 kHz, this is 115 MB. */
const MAX_CLIP_MS = 10 * 60_000;
/** Users and teams of one clip. */
export const MAX_AUDIENCE = 200;
/** Of one change, which looks each up. */
const MAX_NAMED_USERS = 20;

@InputType()
export class AudienceInput {
  @Field(() => Boolean, {
    nullable: true,
    description: "Every user of the organization. For admins, managers and internal tokens.",
  })
  everyone?: boolean | null;

  @Limit({ maxItems: MAX_AUDIENCE })
  @Field(() => [ID], {
    nullable: true,
    description: "The members and leads of these teams. Managers and reps name teams they see.",
  })
  teamIds?: string[] | null;

  @Limit({ maxItems: MAX_NAMED_USERS })
  @Field(() => [String], {
    nullable: true,
    description:
      "The e-mails of users. Managers and reps name users whom they see, or who see the recording.",
  })
  userEmails?: string[] | null;
}

@InputType()
export class ClipInput {
  @Field(() => ID)
  recordingId!: string;

  @Field(() => String)
  title!: string;

  @Constraint({ minimum: 0 })
  @Field(() => Int, {
    nullable: true,
    description:
      "Milliseconds from the beginning of the recording. Without start and end, the clip is the whole call.",
  })
  start?: number | null;

  @Constraint({ minimum: 0 })
  @Field(() => Int, {
    nullable: true,
    description: "Milliseconds from the beginning of the recording: 1 s to 10 min after start.",
  })
  end?: number | null;

  @Field(() => AudienceInput, {
    nullable: true,
    description: "With whom to share it. Absent: only those who see the recording see it.",
  })
  shareWith?: AudienceInput | null;

  @Field(() => String, { nullable: true, description: AUTHOR_DESCRIPTION })
  authorEmail?: string | null;
}

/** @throws INVALID_FIELD */
export const validateTitle = (title: string): void => {
  if (title.trim() === "") throw invalidField("title", "must not be empty");
};

/** The part of a recording that a clip is. Times are milliseconds from its beginning. */
export interface ClipRange {
  startMs: number;
  endMs: number;
  isWhole: number;
}

/** Returns the part that a clip is to be. @throws MISSING_REQUIRED_FIELD for one of two times, INVALID_FIELD */
export const resolveRange = (
  { start = null, end = null }: Pick<ClipInput, "start" | "end">,
  { duration }: Pick<RecordingRow, "duration">,
): ClipRange => {
  if (start === null && end === null) return { startMs: 0, endMs: duration, isWhole: 1 };
  if (start === null) throw missingField("start");
  if (end === null) throw missingField("end");
  if (start >= duration)
    throw invalidField("start", `must be within the recording, which has ${duration} ms`);
  if (end > duration)
    throw invalidField("end", `must be within the recording, which has ${duration} ms`);
  if (end - start < MIN_CLIP_MS)
    throw invalidField("end", `must be at least ${MIN_CLIP_MS} ms after start`);
  if (end - start > MAX_CLIP_MS)
    throw invalidField("end", `must be at most ${MAX_CLIP_MS} ms after start`);
  return { startMs: start, endMs: end, isWhole: 0 };
};

/** Returns the ids of the named users, each once. Users outside the caller's scope count as unknown. @throws USER_NOT_FOUND */
const resolveUsers = async (
  db: Db,
  { organizationId, scope }: Context,
  repId: string,
  emails: readonly string[],
): Promise<string[]> => {
  const ids = new Set<string>();
  for (const [index, email] of emails.entries()) {
    const field = `userEmails.${index}`;
    const { id } = await requireActiveUser(db, organizationId, email, field);
    if (!isInScope(scope, id)) {
      if (!(await seesUser(db, organizationId, id, repId))) throw userNotFound(field);
    }
    ids.add(id);
  }
  return [...ids];
};

/** Resolves an audience of a rep's clip to ids. @throws FORBIDDEN, INVALID_FIELD, USER_NOT_FOUND */
export const resolveAudience = async (
  db: Db,
  context: Context,
  repId: string,
  { everyone, teamIds, userEmails }: AudienceInput,
): Promise<Audience & { everyone: boolean }> => {
  if (everyone === true && context.role !== "internal" && !context.isManager)
    throw new Failure("FORBIDDEN", "requires an admin or a manager", "everyone");
  const { organizationId, scope } = context;
  return {
    everyone: everyone === true,
    teamIds: await requireTeams(db, organizationId, teamIds ?? [], scope?.teamIds),
    userIds: await resolveUsers(db, context, repId, userEmails ?? []),
  };
};

/** Resolves a part of a clip's audience to ids. @throws INVALID_FIELD for a team or user without the clip */
export const findAudience = async (
  db: Db,
  organizationId: string,
  clipId: string,
  { teamIds, userEmails }: AudienceInput,
): Promise<Audience> => {
  const teams = new Set(
    (await loadClipTeams(db, organizationId, [clipId])).map(({ teamId }) => teamId),
  );
  const unknown = (teamIds ?? []).findIndex((id) => !teams.has(id));
  if (unknown >= 0) throw invalidField(`teamIds.${unknown}`, "is not a team that has the clip");
  const userIds = (await loadClipUsers(db, organizationId, [clipId])).map(({ userId }) => userId);
  const users = await loadUsersByIds(db, organizationId, userIds);
  const ids = new Map(users.map(({ id, email }) => [buildEmailKey(email), id]));
  return {
    teamIds: [...new Set(teamIds ?? [])],
    userIds: (userEmails ?? []).map((email, index) => {
      const id = ids.get(buildEmailKey(email));
      if (id === undefined)
        throw invalidField(`userEmails.${index}`, "is not the email of a user who has the clip");
      return id;
    }),
  };
};
