// Made by npm run web:types from the file beside it; do not edit.
import type { Operation } from "../../lib/operation.js";

export const Users = "query Users{users(active:null){email name role active phones extensions lastRecordedAt accessedAt signInRole invitedUntil}}" as Operation<UsersQuery, UsersQueryVariables>;
export const Teams = "query Teams{teams{id name members{email name role}leads{email name}}}" as Operation<TeamsQuery, TeamsQueryVariables>;
export const UpsertUser = "mutation UpsertUser($input:UserInput!){upsertUser(input:$input){email}}" as Operation<UpsertUserMutation, UpsertUserMutationVariables>;
export const UpsertTeam = "mutation UpsertTeam($input:TeamInput!){upsertTeam(input:$input){id}}" as Operation<UpsertTeamMutation, UpsertTeamMutationVariables>;
export const DeleteTeam = "mutation DeleteTeam($id:ID!){deleteTeam(id:$id)}" as Operation<DeleteTeamMutation, DeleteTeamMutationVariables>;
export const InviteUser = "mutation InviteUser($input:InviteUserInput!){inviteUser(input:$input){...LinkParts}}fragment LinkParts on AccountLink{url expiresAt isSent mailProblem}" as Operation<InviteUserMutation, InviteUserMutationVariables>;
export const CreatePasswordLink = "mutation CreatePasswordLink($email:String!){createPasswordLink(email:$email){...LinkParts}}fragment LinkParts on AccountLink{url expiresAt isSent mailProblem}" as Operation<CreatePasswordLinkMutation, CreatePasswordLinkMutationVariables>;
export const RevokeInvitation = "mutation RevokeInvitation($email:String!){revokeInvitation(email:$email){email}}" as Operation<RevokeInvitationMutation, RevokeInvitationMutationVariables>;
export const SetSignInRole = "mutation SetSignInRole($email:String!$role:SignInRole){setSignInRole(email:$email role:$role){email}}" as Operation<SetSignInRoleMutation, SetSignInRoleMutationVariables>;

/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
export type InviteUserInput = {
  email: string;
  /** Default: the existing user's name, else the e-mail. */
  name?: string | null | undefined;
  /** A manager may invite reps only. */
  role: SignInRole;
  /** Teams that the user also joins. Required for a manager, who may name only teams that they lead. */
  teamIds?: Array<string | number> | null | undefined;
};

/** What a user sees and may do after signing in. */
export type SignInRole =
  /** All data of the organization. */
  | 'admin'
  /** The data of the user, and of members of teams that they lead. */
  | 'manager'
  /** The data of the user. */
  | 'rep';

export type TeamInput = {
  /** The team to update; without an id, creates a team. */
  id?: string | number | null | undefined;
  /** E-mails of all team leads, members or not: as managers they see the members' data. Absent or null: unchanged. */
  leads?: Array<string> | null | undefined;
  /** All members: a user not listed is removed from the team. */
  members: Array<TeamMemberInput>;
  name: string;
};

export type TeamMemberInput = {
  email: string;
  role?: string | null | undefined;
};

export type UserInput = {
  /** Absent or null: it stays. Default for a new user: true. */
  active?: boolean | null | undefined;
  email: string;
  /** Replaces the user's extensions in the phone system. Absent: they stay. */
  extensions?: Array<string> | null | undefined;
  name: string;
  /** Replaces the user's phone numbers: with + and a country code, or of the organization's country. Absent: they stay. */
  phones?: Array<string> | null | undefined;
  /** A label. Absent or null: it stays. Default for a new user: rep. */
  role?: string | null | undefined;
};

export type UsersQueryVariables = Exact<{ [key: string]: never; }>;


export type UsersQuery = { users: Array<{ email: string, name: string, role: string, active: boolean, phones: Array<string>, extensions: Array<string>, lastRecordedAt: string | null, accessedAt: string | null, signInRole: SignInRole | null, invitedUntil: string | null }> };

export type TeamsQueryVariables = Exact<{ [key: string]: never; }>;


export type TeamsQuery = { teams: Array<{ id: string, name: string, members: Array<{ email: string, name: string, role: string }>, leads: Array<{ email: string, name: string }> }> };

export type UpsertUserMutationVariables = Exact<{
  input: UserInput;
}>;


export type UpsertUserMutation = { upsertUser: { email: string } };

export type UpsertTeamMutationVariables = Exact<{
  input: TeamInput;
}>;


export type UpsertTeamMutation = { upsertTeam: { id: string } };

export type DeleteTeamMutationVariables = Exact<{
  id: string | number;
}>;


export type DeleteTeamMutation = { deleteTeam: boolean };

export type LinkPartsFragment = { url: string, expiresAt: string, isSent: boolean, mailProblem: string | null };

export type InviteUserMutationVariables = Exact<{
  input: InviteUserInput;
}>;


export type InviteUserMutation = { inviteUser: { url: string, expiresAt: string, isSent: boolean, mailProblem: string | null } };

export type CreatePasswordLinkMutationVariables = Exact<{
  email: string;
}>;


export type CreatePasswordLinkMutation = { createPasswordLink: { url: string, expiresAt: string, isSent: boolean, mailProblem: string | null } };

export type RevokeInvitationMutationVariables = Exact<{
  email: string;
}>;


export type RevokeInvitationMutation = { revokeInvitation: { email: string } };

export type SetSignInRoleMutationVariables = Exact<{
  email: string;
  role?: SignInRole | null | undefined;
}>;


export type SetSignInRoleMutation = { setSignInRole: { email: string } };
