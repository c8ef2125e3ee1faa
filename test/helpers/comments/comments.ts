import type { GraphqlResponse, Tenant } from "../tenant.js";

/** The fields of a comment that tests compare. */
const COMMENT = `fragment comment on Comment {
  id text isPrivate start end words { line from to text } resolvedAt editedAt
  author { email } resolvedBy { email } mentions { email } recording { id }
}`;

export const ADD = `mutation ($input: CommentInput!) { comment: addComment(input: $input) { ...comment } } ${COMMENT}`;
export const REPLY = `mutation ($id: ID!, $input: ReplyInput!) {
  comment: replyToComment(id: $id, input: $input) { ...comment } } ${COMMENT}`;
export const EDIT = `mutation ($id: ID!, $text: String!) {
  comment: editComment(id: $id, text: $text) { ...comment } } ${COMMENT}`;
export const SHARE = `mutation ($id: ID!) { comment: shareComment(id: $id) { ...comment } } ${COMMENT}`;
export const RESOLVE = `mutation ($id: ID!, $resolved: Boolean!) {
  comment: resolveComment(id: $id, resolved: $resolved) { ...comment } } ${COMMENT}`;
export const DELETE = `mutation ($id: ID!) { deleteComment(id: $id) }`;
export const FIND = `query ($id: ID!) { comment(id: $id) { ...comment replies { ...comment } } } ${COMMENT}`;
export const LIST = `query ($first: Int, $after: String, $filter: CommentFilter) {
  comments(first: $first, after: $after, filter: $filter) { nodes { text } nextCursor hasMore }
}`;
export const OF_RECORDING = `query ($id: ID!, $first: Int, $after: String) {
  recording(id: $id) { comments(first: $first, after: $after) { nodes { text replies { text } } nextCursor } }
}`;

/** Comments as a user, with the internal token. Returns the comment. */
export const addComment = async (
  org: Tenant,
  recordingId: string,
  fields: object = {},
  // Tests read many shapes.
  // oxlint-disable-next-line typescript/no-explicit-any
): Promise<any> => {
  const input = { recordingId, text: "Well asked.", authorEmail: "rep@example.com", ...fields };
  return (await org.graphql(ADD, { input })).comment;
};

/** Returns the code, field and message of a refused request. */
export const refusalOf = ({ errors }: GraphqlResponse): unknown[] => {
  const [error] = errors ?? [];
  return [error?.extensions.code, error?.extensions.field, error?.message];
};
