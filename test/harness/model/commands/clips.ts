import fc from "fast-check";
import {
  type AudienceInput,
  type ClipFilter,
  type ClipInput,
  createClip,
  deleteClip,
  listClips,
  renameClip,
  shareClip,
  unshareClip,
} from "../clips.js";
import { sortNewestFirst } from "../clients.js";
import { buildCursor, splitPages } from "../lists.js";
import { toRestClip } from "../rest-named-objects.js";
import { buildPageQuery, CLIP_SELECTION } from "../selections.js";
import { buildClipView } from "../views.js";
import type { Clip } from "../world.js";
import {
  buildGraphqlExchange,
  type CommandContext,
  defineCommand,
  formatPath,
  mapOutcome,
  walkGraphqlPages,
  walkRestPages,
} from "./command-kind.js";
import { emails, fields, index, limits, maybe, names, pickId } from "./value-pool.js";

const showClip = (clip: Clip, { org }: CommandContext) => buildClipView(org, clip);

interface AudienceData {
  everyone?: boolean | undefined;
  team?: number | undefined;
  email?: string | undefined;
}

const audiences = fields<AudienceData>({
  everyone: maybe(fc.boolean()),
  team: maybe(index),
  email: maybe(emails),
});

const toAudience = (
  { org, other }: CommandContext,
  { everyone, team, email }: AudienceData,
): AudienceInput => {
  const teamId = team === undefined ? undefined : pickId(org.teams, other.teams, team);
  return {
    ...(everyone !== undefined && { everyone }),
    ...(teamId !== undefined && { teamIds: [teamId] }),
    ...(email !== undefined && { userEmails: [email] }),
  };
};

const create = defineCommand({
  weight: 4,
  internal: true,
  data: fc.record({
    recording: index,
    title: fc.oneof({ weight: 20, arbitrary: names }, { weight: 1, arbitrary: fc.constant(" ") }),
    part: fc.oneof(
      {
        weight: 9,
        arbitrary: fc
          .tuple(
            fc.constantFrom(0, 0, 0, 1, 500, 90_000),
            fc.constantFrom(1_000, 1_500, 60_000, 999, 600_001),
          )
          .map(([start, length]) => ({ start, end: start + length })),
      },
      // The whole call, and half a range.
      { weight: 4, arbitrary: fc.constant({}) },
      { weight: 1, arbitrary: fc.constantFrom({ start: 0 }, { end: 1_000 }) },
    ),
    authorEmail: emails,
    audience: maybe(audiences),
  }),
  resolve: (at, { recording, title, part, authorEmail, audience }) => {
    const processed = at.org.recordings.filter(({ status }) => status === "processed");
    // Some that are not processed, too.
    const own = recording % 5 === 0 ? at.org.recordings : processed;
    const recordingId = pickId(own, at.other.recordings, recording);
    if (recordingId === undefined) return undefined;
    const input: ClipInput = { recordingId, title, ...part, authorEmail };
    return { ...input, ...(audience && { shareWith: toAudience(at, audience) }) };
  },
  apply: ({ world, org }, input) => createClip(world, org, input),
})({
  graph: buildGraphqlExchange(
    `mutation ($input: ClipInput!) { answer: createClip(input: $input) { ${CLIP_SELECTION} } }`,
    (input) => ({ input }),
    showClip,
  ),
});

const rename = defineCommand({
  weight: 1,
  internal: true,
  data: fc.record({ clip: index, title: names }),
  resolve: ({ org, other }, { clip, title }) => {
    const id = pickId(org.clips, other.clips, clip);
    return id === undefined ? undefined : { id, title };
  },
  apply: ({ org }, { id, title }) => renameClip(org, id, title),
})({
  graph: buildGraphqlExchange(
    `mutation ($id: ID!, $title: String!) { answer: renameClip(id: $id, title: $title) { ${CLIP_SELECTION} } }`,
    (input) => input,
    showClip,
  ),
});

const defineSharing = (
  name: "shareClip" | "unshareClip",
  apply: typeof shareClip | typeof unshareClip,
) =>
  defineCommand({
    weight: 3,
    internal: true,
    data: fc.record({ clip: index, audience: audiences }),
    resolve: (at, { clip, audience }) => {
      const id = pickId(at.org.clips, at.other.clips, clip);
      return id === undefined ? undefined : { id, with: toAudience(at, audience) };
    },
    apply: ({ org }, { id, with: audience }) => apply(org, id, audience),
  })({
    graph: buildGraphqlExchange(
      `mutation ($id: ID!, $with: AudienceInput!) { answer: ${name}(id: $id, with: $with) { ${CLIP_SELECTION} } }`,
      (input) => input,
      showClip,
    ),
  });

const remove = defineCommand({
  weight: 1,
  internal: true,
  data: index,
  resolve: ({ org, other }, at) => pickId(org.clips, other.clips, at),
  apply: ({ org }, id) => deleteClip(org, id),
})({
  graph: buildGraphqlExchange(
    "mutation ($id: ID!) { answer: deleteClip(id: $id) }",
    (id) => ({ id }),
    (value) => value,
  ),
});

const paginate = (all: readonly Clip[], limit: number) =>
  splitPages(all, limit, ({ createdAt, id }) => buildCursor("clips", createdAt, id));

interface ListInput extends ClipFilter {
  limit: number;
}

const list = defineCommand({
  weight: 3,
  data: fields<ListInput>({
    limit: limits,
    authorEmail: maybe(emails),
    userEmail: maybe(emails),
    shared: maybe(fc.boolean()),
  }),
  resolve: (_at, input) => input,
  apply: ({ org }, { limit: _, ...filter }) => sortNewestFirst(listClips(org, filter)),
})({
  v1: mapOutcome(
    (all, _at, { limit }) => paginate(all, limit),
    walkRestPages(
      (input) => formatPath("/v1/clips", { ...input }),
      "startAfter",
      ({ nodes }, { org }) => ({ clips: nodes.map((clip) => toRestClip(org, clip)) }),
    ),
  ),
  graph: mapOutcome(
    (all, _at, { limit }) => paginate(all, limit),
    walkGraphqlPages(
      buildPageQuery("clips", CLIP_SELECTION, "ClipFilter"),
      ({ limit, ...filter }) => ({ first: limit, filter }),
      showClip,
    ),
  ),
});

const read = defineCommand({
  weight: 2,
  data: index,
  resolve: ({ org, other }, at) => pickId(org.clips, other.clips, at),
  apply: ({ org }, id) => org.clips.find((clip) => clip.id === id) ?? null,
})({
  graph: buildGraphqlExchange(
    `query ($id: ID!) { answer: clip(id: $id) { ${CLIP_SELECTION} } }`,
    (id) => ({ id }),
    (clip, at) => clip && showClip(clip, at),
  ),
});

export const clips = {
  create,
  rename,
  share: defineSharing("shareClip", shareClip),
  unshare: defineSharing("unshareClip", unshareClip),
  remove,
  list,
  read,
};
