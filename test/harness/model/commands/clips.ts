import fc from "fast-check";
import {
  type AudienceInput,
  type ClipInput,
  createClip,
  deleteClip,
  renameClip,
  shareClip,
  unshareClip,
} from "../clips.js";
import { sortNewestFirst } from "../clients.js";
import { CLIP_SELECTION } from "../selections.js";
import { buildClipView } from "../views.js";
import type { Clip } from "../world.js";
import { buildGraphqlExchange, type CommandContext, defineCommand } from "./command-kind.js";
import { emails, fields, index, maybe, names, pickId } from "./value-pool.js";

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
    start: fc.constantFrom(0, 0, 0, 1, 500, 90_000),
    length: fc.constantFrom(1_000, 1_500, 60_000, 999, 600_001),
    authorEmail: emails,
    audience: maybe(audiences),
  }),
  resolve: (at, { recording, title, start, length, authorEmail, audience }) => {
    const processed = at.org.recordings.filter(({ status }) => status === "processed");
    // Some that are not processed, too.
    const own = recording % 5 === 0 ? at.org.recordings : processed;
    const recordingId = pickId(own, at.other.recordings, recording);
    if (recordingId === undefined) return undefined;
    const input: ClipInput = { recordingId, title, start, end: start + length, authorEmail };
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

const list = defineCommand({
  weight: 2,
  data: fc.constant(null),
  resolve: () => ({}),
  apply: ({ org }) => sortNewestFirst(org.clips),
})({
  graph: buildGraphqlExchange(
    `query { answer: clips(first: 100) { nodes { ${CLIP_SELECTION} } } }`,
    () => ({}),
    (all, at) => ({ nodes: all.map((clip) => showClip(clip, at)) }),
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
