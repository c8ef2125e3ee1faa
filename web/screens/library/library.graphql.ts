// Made by npm run web:types from the file beside it; do not edit.
import type { Operation } from "../../lib/operation.js";

export const Clips = "query Clips($filter:ClipFilter$after:String){clips(filter:$filter after:$after){nodes{...ClipParts}pageInfo{hasNextPage endCursor}}}fragment ClipParts on Clip{id title start end isWhole createdAt state problem canChange author{name email}rep{name}recording{id name}sharedWith{everyone teams{id name}users{name email}}}" as Operation<ClipsQuery, ClipsQueryVariables>;
export const RecordingClips = "query RecordingClips($id:ID!){recording(id:$id){clips{...ClipParts}}}fragment ClipParts on Clip{id title start end isWhole createdAt state problem canChange author{name email}rep{name}recording{id name}sharedWith{everyone teams{id name}users{name email}}}" as Operation<RecordingClipsQuery, RecordingClipsQueryVariables>;
export const ClipById = "query ClipById($id:ID!){clip(id:$id){...ClipParts transcript{speaker role text start end}}}fragment ClipParts on Clip{id title start end isWhole createdAt state problem canChange author{name email}rep{name}recording{id name}sharedWith{everyone teams{id name}users{name email}}}" as Operation<ClipByIdQuery, ClipByIdQueryVariables>;
export const ClipReceivers = "query ClipReceivers{teams{id name}users(active:true){email name}}" as Operation<ClipReceiversQuery, ClipReceiversQueryVariables>;
export const CreateClip = "mutation CreateClip($input:ClipInput!){createClip(input:$input){id}}" as Operation<CreateClipMutation, CreateClipMutationVariables>;
export const RenameClip = "mutation RenameClip($id:ID!$title:String!){renameClip(id:$id title:$title){...ClipParts}}fragment ClipParts on Clip{id title start end isWhole createdAt state problem canChange author{name email}rep{name}recording{id name}sharedWith{everyone teams{id name}users{name email}}}" as Operation<RenameClipMutation, RenameClipMutationVariables>;
export const ShareClip = "mutation ShareClip($id:ID!$with:AudienceInput!){shareClip(id:$id with:$with){...ClipParts}}fragment ClipParts on Clip{id title start end isWhole createdAt state problem canChange author{name email}rep{name}recording{id name}sharedWith{everyone teams{id name}users{name email}}}" as Operation<ShareClipMutation, ShareClipMutationVariables>;
export const UnshareClip = "mutation UnshareClip($id:ID!$with:AudienceInput!){unshareClip(id:$id with:$with){...ClipParts}}fragment ClipParts on Clip{id title start end isWhole createdAt state problem canChange author{name email}rep{name}recording{id name}sharedWith{everyone teams{id name}users{name email}}}" as Operation<UnshareClipMutation, UnshareClipMutationVariables>;
export const DeleteClip = "mutation DeleteClip($id:ID!){deleteClip(id:$id)}" as Operation<DeleteClipMutation, DeleteClipMutationVariables>;
export const Playlists = "query Playlists{playlists{id name}}" as Operation<PlaylistsQuery, PlaylistsQueryVariables>;
export const PlaylistById = "query PlaylistById($id:ID!){playlist(id:$id){id name clips{...ClipParts}}}fragment ClipParts on Clip{id title start end isWhole createdAt state problem canChange author{name email}rep{name}recording{id name}sharedWith{everyone teams{id name}users{name email}}}" as Operation<PlaylistByIdQuery, PlaylistByIdQueryVariables>;
export const CreatePlaylist = "mutation CreatePlaylist($name:String!){createPlaylist(name:$name){id}}" as Operation<CreatePlaylistMutation, CreatePlaylistMutationVariables>;
export const RenamePlaylist = "mutation RenamePlaylist($id:ID!$name:String!){renamePlaylist(id:$id name:$name){id}}" as Operation<RenamePlaylistMutation, RenamePlaylistMutationVariables>;
export const DeletePlaylist = "mutation DeletePlaylist($id:ID!){deletePlaylist(id:$id)}" as Operation<DeletePlaylistMutation, DeletePlaylistMutationVariables>;
export const AddToPlaylist = "mutation AddToPlaylist($id:ID!$clipId:ID!$before:ID){addToPlaylist(id:$id clipId:$clipId before:$before){id}}" as Operation<AddToPlaylistMutation, AddToPlaylistMutationVariables>;
export const RemoveFromPlaylist = "mutation RemoveFromPlaylist($id:ID!$clipId:ID!){removeFromPlaylist(id:$id clipId:$clipId){id}}" as Operation<RemoveFromPlaylistMutation, RemoveFromPlaylistMutationVariables>;
export const ClipLinks = "query ClipLinks($id:ID!){clip(id:$id){links{id expiresAt author{name}}}}" as Operation<ClipLinksQuery, ClipLinksQueryVariables>;
export const CreateClipLink = "mutation CreateClipLink($clipId:ID!$days:Int!){createClipLink(clipId:$clipId days:$days){url link{id}}}" as Operation<CreateClipLinkMutation, CreateClipLinkMutationVariables>;
export const EndClipLink = "mutation EndClipLink($id:ID!){endClipLink(id:$id)}" as Operation<EndClipLinkMutation, EndClipLinkMutationVariables>;

/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
export type AudienceInput = {
  /** Every user of the organization. For admins, managers and internal tokens. */
  everyone?: boolean | null | undefined;
  /** The members and leads of these teams. Managers and reps name teams they see. */
  teamIds?: Array<string | number> | null | undefined;
  /** The e-mails of users. Managers and reps name users whom they see, or who see the recording. */
  userEmails?: Array<string> | null | undefined;
};

export type ClipFilter = {
  /** The e-mail of who made the clip. */
  authorEmail?: string | null | undefined;
  /** true: only clips that are shared with anyone; false: only others. */
  shared?: boolean | null | undefined;
  /** The e-mail of the call's rep. */
  userEmail?: string | null | undefined;
};

export type ClipInput = {
  /** The e-mail of the author, for internal tokens; a signed-in user is the author. */
  authorEmail?: string | null | undefined;
  /** Milliseconds from the beginning of the recording: 1 s to 10 min after start. */
  end?: number | null | undefined;
  recordingId: string | number;
  /** With whom to share it. Absent: only those who see the recording see it. */
  shareWith?: AudienceInput | null | undefined;
  /** Milliseconds from the beginning of the recording. Without start and end, the clip is the whole call. */
  start?: number | null | undefined;
  title: string;
};

/** ready: it plays. waiting: its file is being cut, or redaction must check the recording's first. without_audio: the recording has no stored file. failed: the file can't be cut. */
export type ClipState =
  | 'failed'
  | 'ready'
  | 'waiting'
  | 'without_audio';

export type SpeakerRole =
  | 'client'
  | 'other'
  | 'rep';

export type ClipPartsFragment = { id: string, title: string, start: number, end: number, isWhole: boolean, createdAt: string, state: ClipState, problem: string | null, canChange: boolean, author: { name: string, email: string }, rep: { name: string }, recording: { id: string, name: string } | null, sharedWith: { everyone: boolean, teams: Array<{ id: string, name: string }>, users: Array<{ name: string, email: string }> } | null };

export type ClipsQueryVariables = Exact<{
  filter?: ClipFilter | null | undefined;
  after?: string | null | undefined;
}>;


export type ClipsQuery = { clips: { nodes: Array<{ id: string, title: string, start: number, end: number, isWhole: boolean, createdAt: string, state: ClipState, problem: string | null, canChange: boolean, author: { name: string, email: string }, rep: { name: string }, recording: { id: string, name: string } | null, sharedWith: { everyone: boolean, teams: Array<{ id: string, name: string }>, users: Array<{ name: string, email: string }> } | null }>, pageInfo: { hasNextPage: boolean, endCursor: string | null } } };

export type RecordingClipsQueryVariables = Exact<{
  id: string | number;
}>;


export type RecordingClipsQuery = { recording: { clips: Array<{ id: string, title: string, start: number, end: number, isWhole: boolean, createdAt: string, state: ClipState, problem: string | null, canChange: boolean, author: { name: string, email: string }, rep: { name: string }, recording: { id: string, name: string } | null, sharedWith: { everyone: boolean, teams: Array<{ id: string, name: string }>, users: Array<{ name: string, email: string }> } | null }> } | null };

export type ClipByIdQueryVariables = Exact<{
  id: string | number;
}>;


export type ClipByIdQuery = { clip: { id: string, title: string, start: number, end: number, isWhole: boolean, createdAt: string, state: ClipState, problem: string | null, canChange: boolean, transcript: Array<{ speaker: string, role: SpeakerRole, text: string, start: number, end: number }>, author: { name: string, email: string }, rep: { name: string }, recording: { id: string, name: string } | null, sharedWith: { everyone: boolean, teams: Array<{ id: string, name: string }>, users: Array<{ name: string, email: string }> } | null } | null };

export type ClipReceiversQueryVariables = Exact<{ [key: string]: never; }>;


export type ClipReceiversQuery = { teams: Array<{ id: string, name: string }>, users: Array<{ email: string, name: string }> };

export type CreateClipMutationVariables = Exact<{
  input: ClipInput;
}>;


export type CreateClipMutation = { createClip: { id: string } };

export type RenameClipMutationVariables = Exact<{
  id: string | number;
  title: string;
}>;


export type RenameClipMutation = { renameClip: { id: string, title: string, start: number, end: number, isWhole: boolean, createdAt: string, state: ClipState, problem: string | null, canChange: boolean, author: { name: string, email: string }, rep: { name: string }, recording: { id: string, name: string } | null, sharedWith: { everyone: boolean, teams: Array<{ id: string, name: string }>, users: Array<{ name: string, email: string }> } | null } };

export type ShareClipMutationVariables = Exact<{
  id: string | number;
  with: AudienceInput;
}>;


export type ShareClipMutation = { shareClip: { id: string, title: string, start: number, end: number, isWhole: boolean, createdAt: string, state: ClipState, problem: string | null, canChange: boolean, author: { name: string, email: string }, rep: { name: string }, recording: { id: string, name: string } | null, sharedWith: { everyone: boolean, teams: Array<{ id: string, name: string }>, users: Array<{ name: string, email: string }> } | null } };

export type UnshareClipMutationVariables = Exact<{
  id: string | number;
  with: AudienceInput;
}>;


export type UnshareClipMutation = { unshareClip: { id: string, title: string, start: number, end: number, isWhole: boolean, createdAt: string, state: ClipState, problem: string | null, canChange: boolean, author: { name: string, email: string }, rep: { name: string }, recording: { id: string, name: string } | null, sharedWith: { everyone: boolean, teams: Array<{ id: string, name: string }>, users: Array<{ name: string, email: string }> } | null } };

export type DeleteClipMutationVariables = Exact<{
  id: string | number;
}>;


export type DeleteClipMutation = { deleteClip: boolean };

export type PlaylistsQueryVariables = Exact<{ [key: string]: never; }>;


export type PlaylistsQuery = { playlists: Array<{ id: string, name: string }> };

export type PlaylistByIdQueryVariables = Exact<{
  id: string | number;
}>;


export type PlaylistByIdQuery = { playlist: { id: string, name: string, clips: Array<{ id: string, title: string, start: number, end: number, isWhole: boolean, createdAt: string, state: ClipState, problem: string | null, canChange: boolean, author: { name: string, email: string }, rep: { name: string }, recording: { id: string, name: string } | null, sharedWith: { everyone: boolean, teams: Array<{ id: string, name: string }>, users: Array<{ name: string, email: string }> } | null }> } | null };

export type CreatePlaylistMutationVariables = Exact<{
  name: string;
}>;


export type CreatePlaylistMutation = { createPlaylist: { id: string } };

export type RenamePlaylistMutationVariables = Exact<{
  id: string | number;
  name: string;
}>;


export type RenamePlaylistMutation = { renamePlaylist: { id: string } };

export type DeletePlaylistMutationVariables = Exact<{
  id: string | number;
}>;


export type DeletePlaylistMutation = { deletePlaylist: boolean };

export type AddToPlaylistMutationVariables = Exact<{
  id: string | number;
  clipId: string | number;
  before?: string | number | null | undefined;
}>;


export type AddToPlaylistMutation = { addToPlaylist: { id: string } };

export type RemoveFromPlaylistMutationVariables = Exact<{
  id: string | number;
  clipId: string | number;
}>;


export type RemoveFromPlaylistMutation = { removeFromPlaylist: { id: string } };

export type ClipLinksQueryVariables = Exact<{
  id: string | number;
}>;


export type ClipLinksQuery = { clip: { links: Array<{ id: string, expiresAt: string, author: { name: string } }> } | null };

export type CreateClipLinkMutationVariables = Exact<{
  clipId: string | number;
  days: number;
}>;


export type CreateClipLinkMutation = { createClipLink: { url: string, link: { id: string } } };

export type EndClipLinkMutationVariables = Exact<{
  id: string | number;
}>;


export type EndClipLinkMutation = { endClipLink: boolean };
