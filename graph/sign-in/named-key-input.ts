import { Field, ID, InputType, registerEnumType } from "type-graphql";
import { invalidField } from "../core/errors.js";
import { type KeyScope, KeyScopes } from "../core/key-scopes.js";
import { Limit } from "../arguments/limits.js";
import { DateTime } from "../arguments/scalars.js";
import { KEY_LIMITS } from "./key-limits.js";

registerEnumType(KeyScopes, {
  name: "KeyScope",
  description: "What a named key may do.",
  valuesConfig: {
    read: { description: "Read recordings, appointments, clients, statistics and events." },
    ingest: { description: "Send calls, files and appointments." },
    people: { description: "Create and change users." },
    webhooks: { description: "Read, create and change webhooks." },
    export: { description: "Export everything that the key sees." },
    mcp: { description: "Serve assistants over /mcp." },
  },
});

@InputType()
export class NamedKeyInput {
  @Field(() => String, { description: "What the key is for, such as the name of a program." })
  name!: string;

  @Limit({ maxItems: Object.keys(KeyScopes).length })
  @Field(() => [KeyScopes])
  scopes!: KeyScope[];

  @Limit({ maxItems: KEY_LIMITS.teamsPerKey })
  @Field(() => [ID], {
    nullable: true,
    description:
      "Limits the key to the recordings and appointments of these teams' members. Absent or null: no limit. Not with people or webhooks.",
  })
  teamIds?: string[] | null;

  @Field(() => String, {
    nullable: true,
    description:
      "The person that the key acts as: it sees what they see, and may only read and serve assistants.",
  })
  userEmail?: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      "The password of the signed-in person who creates a person's key. Not for those who sign in without one, nor with a token.",
  })
  currentPassword?: string | null;

  @Field(() => DateTime, { nullable: true, description: "Absent or null: it doesn't expire." })
  expiresAt?: number | null;
}

const UNRESTRICTED_SCOPES: ReadonlySet<KeyScope> = new Set(["people", "webhooks"]);
const PERSONAL_SCOPES: ReadonlySet<KeyScope> = new Set(["read", "mcp"]);

/** Validates what doesn't need the database. @throws INVALID_FIELD */
export const validateKey = (
  { name, scopes, teamIds, expiresAt }: NamedKeyInput,
  isPersonal: boolean,
  now: number,
): void => {
  if (name.trim() === "") throw invalidField("name", "must not be empty");
  if (scopes.length === 0) throw invalidField("scopes", "must not be empty");
  if (new Set(scopes).size < scopes.length) throw invalidField("scopes", "has a duplicate");
  if (teamIds && isPersonal) throw invalidField("teamIds", "isn't allowed for a person's key");
  const refused = scopes.find(
    (scope) =>
      (teamIds && UNRESTRICTED_SCOPES.has(scope)) || (isPersonal && !PERSONAL_SCOPES.has(scope)),
  );
  if (refused)
    throw invalidField("scopes", `${refused} goes with no ${isPersonal ? "person" : "team"}'s key`);
  if (teamIds?.length === 0) throw invalidField("teamIds", "must not be empty");
  if (typeof expiresAt === "number" && expiresAt <= now)
    throw invalidField("expiresAt", "must be in the future");
};
