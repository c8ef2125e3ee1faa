import type { Credential } from "./credential.js";

/** The kinds of caller that the audit log names. A visitor can only fail to sign in. */
export const ActorKinds = {
  admin: "admin",
  member: "member",
  api_key: "api_key",
  internal_token: "internal_token",
  operator_token: "operator_token",
  setup_link: "setup_link",
  password_link: "password_link",
  command_line: "command_line",
  visitor: "visitor",
  program: "program",
} as const;

/** The author of a change, and the IP address that it came from. */
export interface Actor {
  kind: keyof typeof ActorKinds;
  userId: string | null;
  ipAddress: string | null;
}

/** A user of the machine's shell. */
export const COMMAND_LINE_ACTOR: Actor = { kind: "command_line", userId: null, ipAddress: null };

/** The server's own jobs. */
export const PROGRAM_ACTOR: Actor = { kind: "program", userId: null, ipAddress: null };

const resolveActorKind = ({ role, sessionId, hash }: Credential): Actor["kind"] => {
  if (sessionId !== undefined) return role === "member" ? "member" : "admin";
  if (role === "integration") return "api_key";
  if (role === "visitor") return "setup_link";
  if (role === "operator") return "operator_token";
  // The command line runs with the internal role, without a token.
  return hash === undefined ? "command_line" : "internal_token";
};

/** Returns the actor that a credential stands for. */
export const buildActor = (credential: Credential, ipAddress: string | null): Actor => ({
  kind: resolveActorKind(credential),
  userId: credential.userId ?? credential.personId ?? null,
  ipAddress,
});
