// Made by npm run web:types from the file beside it; do not edit.
import type { Operation } from "../../lib/operation.js";

export const RecordingComments = "query RecordingComments($id:ID!$after:String){recording(id:$id){comments(first:100 after:$after){nodes{...ThreadParts}pageInfo{hasNextPage endCursor}}}}fragment ThreadParts on Comment{...CommentParts start resolvedAt resolvedBy{name}words{line text}replies{...CommentParts}}fragment CommentParts on Comment{id text isPrivate createdAt editedAt author{name email}mentions{name email}}" as Operation<RecordingCommentsQuery, RecordingCommentsQueryVariables>;
export const CommentById = "query CommentById($id:ID!){comment(id:$id){...ThreadParts}}fragment ThreadParts on Comment{...CommentParts start resolvedAt resolvedBy{name}words{line text}replies{...CommentParts}}fragment CommentParts on Comment{id text isPrivate createdAt editedAt author{name email}mentions{name email}}" as Operation<CommentByIdQuery, CommentByIdQueryVariables>;
export const Comments = "query Comments($filter:CommentFilter$after:String){comments(filter:$filter after:$after){nodes{...ThreadParts recording{id name user{name}}}pageInfo{hasNextPage endCursor}}}fragment ThreadParts on Comment{...CommentParts start resolvedAt resolvedBy{name}words{line text}replies{...CommentParts}}fragment CommentParts on Comment{id text isPrivate createdAt editedAt author{name email}mentions{name email}}" as Operation<CommentsQuery, CommentsQueryVariables>;
export const AddComment = "mutation AddComment($input:CommentInput!){addComment(input:$input){id}}" as Operation<AddCommentMutation, AddCommentMutationVariables>;
export const ReplyToComment = "mutation ReplyToComment($id:ID!$input:ReplyInput!){replyToComment(id:$id input:$input){id}}" as Operation<ReplyToCommentMutation, ReplyToCommentMutationVariables>;
export const EditComment = "mutation EditComment($id:ID!$text:String!){editComment(id:$id text:$text){id}}" as Operation<EditCommentMutation, EditCommentMutationVariables>;
export const ShareComment = "mutation ShareComment($id:ID!){shareComment(id:$id){id}}" as Operation<ShareCommentMutation, ShareCommentMutationVariables>;
export const ResolveComment = "mutation ResolveComment($id:ID!$resolved:Boolean!){resolveComment(id:$id resolved:$resolved){id}}" as Operation<ResolveCommentMutation, ResolveCommentMutationVariables>;
export const DeleteComment = "mutation DeleteComment($id:ID!){deleteComment(id:$id)}" as Operation<DeleteCommentMutation, DeleteCommentMutationVariables>;

/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
export type CommentFilter = {
  /** The e-mail of the thread's author. */
  authorEmail?: string | null | undefined;
  /** The e-mail of a user whom the thread mentions. */
  mentionedEmail?: string | null | undefined;
  /** Only comments on this recording. */
  recordingId?: string | number | null | undefined;
  /** true: only resolved ones; false: only open ones. */
  resolved?: boolean | null | undefined;
  /** The e-mail of the call's rep. */
  userEmail?: string | null | undefined;
};

export type CommentInput = {
  /** The e-mail of the author, for internal tokens; a signed-in user is the author. */
  authorEmail?: string | null | undefined;
  /** The end of a range, in milliseconds. Without a quote only. */
  end?: number | null | undefined;
  /** Whether only the author and admins see it. */
  isPrivate?: boolean | null | undefined;
  /** The e-mails of the mentioned users. Managers and reps can mention only users who see the recording. A mention grants no access. */
  mentions?: Array<string> | null | undefined;
  /** The words of a transcript line that the comment refers to, in exact spelling. If they occur several times, the ones nearest to `start` count. */
  quote?: string | null | undefined;
  recordingId: string | number;
  /** The place in the recording, in milliseconds. Default: that of the quote, else the whole call. */
  start?: number | null | undefined;
  /** Plain text. */
  text: string;
};

export type ReplyInput = {
  /** The e-mail of the author, for internal tokens; a signed-in user is the author. */
  authorEmail?: string | null | undefined;
  /** The e-mails of the mentioned users. Managers and reps can mention only users who see the recording. A mention grants no access. */
  mentions?: Array<string> | null | undefined;
  /** Plain text. */
  text: string;
};

export type CommentPartsFragment = { id: string, text: string, isPrivate: boolean, createdAt: string, editedAt: string | null, author: { name: string, email: string }, mentions: Array<{ name: string, email: string }> };

export type ThreadPartsFragment = { start: number | null, resolvedAt: string | null, id: string, text: string, isPrivate: boolean, createdAt: string, editedAt: string | null, resolvedBy: { name: string } | null, words: { line: number, text: string } | null, replies: Array<{ id: string, text: string, isPrivate: boolean, createdAt: string, editedAt: string | null, author: { name: string, email: string }, mentions: Array<{ name: string, email: string }> }>, author: { name: string, email: string }, mentions: Array<{ name: string, email: string }> };

export type RecordingCommentsQueryVariables = Exact<{
  id: string | number;
  after?: string | null | undefined;
}>;


export type RecordingCommentsQuery = { recording: { comments: { nodes: Array<{ start: number | null, resolvedAt: string | null, id: string, text: string, isPrivate: boolean, createdAt: string, editedAt: string | null, resolvedBy: { name: string } | null, words: { line: number, text: string } | null, replies: Array<{ id: string, text: string, isPrivate: boolean, createdAt: string, editedAt: string | null, author: { name: string, email: string }, mentions: Array<{ name: string, email: string }> }>, author: { name: string, email: string }, mentions: Array<{ name: string, email: string }> }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } } | null };

export type CommentByIdQueryVariables = Exact<{
  id: string | number;
}>;


export type CommentByIdQuery = { comment: { start: number | null, resolvedAt: string | null, id: string, text: string, isPrivate: boolean, createdAt: string, editedAt: string | null, resolvedBy: { name: string } | null, words: { line: number, text: string } | null, replies: Array<{ id: string, text: string, isPrivate: boolean, createdAt: string, editedAt: string | null, author: { name: string, email: string }, mentions: Array<{ name: string, email: string }> }>, author: { name: string, email: string }, mentions: Array<{ name: string, email: string }> } | null };

export type CommentsQueryVariables = Exact<{
  filter?: CommentFilter | null | undefined;
  after?: string | null | undefined;
}>;


export type CommentsQuery = { comments: { nodes: Array<{ start: number | null, resolvedAt: string | null, id: string, text: string, isPrivate: boolean, createdAt: string, editedAt: string | null, recording: { id: string, name: string, user: { name: string } } | null, resolvedBy: { name: string } | null, words: { line: number, text: string } | null, replies: Array<{ id: string, text: string, isPrivate: boolean, createdAt: string, editedAt: string | null, author: { name: string, email: string }, mentions: Array<{ name: string, email: string }> }>, author: { name: string, email: string }, mentions: Array<{ name: string, email: string }> }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } };

export type AddCommentMutationVariables = Exact<{
  input: CommentInput;
}>;


export type AddCommentMutation = { addComment: { id: string } };

export type ReplyToCommentMutationVariables = Exact<{
  id: string | number;
  input: ReplyInput;
}>;


export type ReplyToCommentMutation = { replyToComment: { id: string } };

export type EditCommentMutationVariables = Exact<{
  id: string | number;
  text: string;
}>;


export type EditCommentMutation = { editComment: { id: string } };

export type ShareCommentMutationVariables = Exact<{
  id: string | number;
}>;


export type ShareCommentMutation = { shareComment: { id: string } };

export type ResolveCommentMutationVariables = Exact<{
  id: string | number;
  resolved: boolean;
}>;


export type ResolveCommentMutation = { resolveComment: { id: string } };

export type DeleteCommentMutationVariables = Exact<{
  id: string | number;
}>;


export type DeleteCommentMutation = { deleteComment: boolean };
