import type { Tenant } from "../tenant.js";

/** The fields of a clip that tests compare. */
const CLIP = `fragment clip on Clip {
  id title start end state audioUrl problem canChange author { email } rep { email } recording { id }
  transcript { text } sharedWith { everyone teams { id } users { email } }
}`;

export const CREATE = `mutation ($input: ClipInput!) { clip: createClip(input: $input) { ...clip } } ${CLIP}`;
export const RENAME = `mutation ($id: ID!, $title: String!) {
  clip: renameClip(id: $id, title: $title) { ...clip } } ${CLIP}`;
export const SHARE = `mutation ($id: ID!, $with: AudienceInput!) {
  clip: shareClip(id: $id, with: $with) { ...clip } } ${CLIP}`;
export const UNSHARE = `mutation ($id: ID!, $with: AudienceInput!) {
  clip: unshareClip(id: $id, with: $with) { ...clip } } ${CLIP}`;
export const DELETE = `mutation ($id: ID!) { deleteClip(id: $id) }`;
export const FIND = `query ($id: ID!) { clip(id: $id) { ...clip } } ${CLIP}`;
export const LIST = `query ($first: Int, $after: String, $filter: ClipFilter) {
  clips(first: $first, after: $after, filter: $filter) { nodes { title } nextCursor hasMore }
}`;
export const OF_RECORDING = `query ($id: ID!) { recording(id: $id) { clips { title } } }`;

const CREATE_PLAYLIST = `mutation ($name: String!, $authorEmail: String) {
  createPlaylist(name: $name, authorEmail: $authorEmail) { id } }`;
export const ADD_TO_PLAYLIST = `mutation ($id: ID!, $clipId: ID!, $before: ID) {
  addToPlaylist(id: $id, clipId: $clipId, before: $before) { name clips { id } } }`;

/** Makes a playlist of these clips. Returns its id. */
export const createPlaylist = async (
  org: Tenant,
  clipIds: readonly string[],
  { name = "Good closes", authorEmail = "rep@example.com" } = {},
): Promise<string> => {
  const variables = { name, authorEmail };
  const { createPlaylist: created } = await org.graphql(CREATE_PLAYLIST, variables);
  for (const clipId of clipIds) await org.graphql(ADD_TO_PLAYLIST, { id: created.id, clipId });
  return created.id;
};

export const CREATE_LINK = `mutation ($clipId: ID!, $days: Int! = 7, $authorEmail: String) {
  createClipLink(clipId: $clipId, days: $days, authorEmail: $authorEmail) {
    url link { id createdAt expiresAt author { email } } } }`;

/** Makes a link to a clip. Returns its id. */
export const createClipLink = async (
  org: Tenant,
  clipId: string,
  authorEmail = "rep@example.com",
): Promise<string> =>
  (await org.graphql(CREATE_LINK, { clipId, authorEmail })).createClipLink.link.id;

/** Makes a clip as a user, with the internal token. Returns the clip. */
export const createClip = async (
  org: Tenant,
  recordingId: string,
  fields: object = {},
  // Tests read many shapes.
  // oxlint-disable-next-line typescript/no-explicit-any
): Promise<any> => {
  const input = {
    recordingId,
    title: "A good close",
    start: 0,
    end: 2_000,
    authorEmail: "rep@example.com",
    ...fields,
  };
  return (await org.graphql(CREATE, { input })).clip;
};
