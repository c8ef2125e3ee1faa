import {
  Arg,
  Ctx,
  Field,
  InputType,
  Mutation,
  ObjectType,
  Query,
  registerEnumType,
  Resolver,
} from "type-graphql";
import {
  deleteMediaCredential,
  findMediaCredential,
  listMediaCredentials,
  type MediaCredentialKind,
  type MediaCredentialRow,
  upsertMediaCredential,
} from "../../db/dialers/media-credentials.js";
import { forInternal } from "../access/access.js";
import { audit } from "../access/audit.js";
import { Constraint } from "../arguments/constraints.js";
import type { Context } from "../context/context.js";
import { invalidField } from "../core/errors.js";
import { mutate } from "../context/mutate.js";
import { DateTime } from "../arguments/scalars.js";
import { requireAdapter } from "./adapters/index.js";
import { OWN_CALLS } from "./call-sources.js";

const MediaCredentialKinds = { basic: "basic", bearer: "bearer", header: "header" } as const;
registerEnumType(MediaCredentialKinds, { name: "MediaCredentialKind" });

@ObjectType({
  simpleResolvers: true,
  description: "The login with which the server fetches a phone system's recordings.",
})
export class DialerMediaCredential {
  @Field(() => String, { description: "As in `dialers`, or own for calls without an adapter." })
  adapter!: string;

  @Field(() => String, {
    description: "The only host that receives the login, over https. With a port unless it is 443.",
  })
  host!: string;

  @Field(() => MediaCredentialKinds)
  kind!: MediaCredentialKind;

  @Field(() => DateTime)
  setAt!: number;
}

@InputType({ description: "A login for a phone system's recordings. It can't be read again." })
export class DialerMediaCredentialInput {
  @Constraint({ minLength: 1 })
  @Field(() => String, {
    description:
      "The host of the recordings' URLs, such as api.example.com or pbx.example.com:8443.",
  })
  host!: string;

  @Field(() => MediaCredentialKinds)
  kind!: MediaCredentialKind;

  @Field(() => String, {
    nullable: true,
    description: "basic: the user name. header: the name of the header. Null for bearer.",
  })
  name?: string | null;

  @Constraint({ minLength: 1 })
  @Field(() => String, { description: "The password, the token, or the header's value." })
  secret!: string;
}

/** Headers that would change the request itself. */
const RESERVED_HEADERS =
  /^(host|connection|content-.*|transfer-encoding|te|trailer|upgrade|keep-alive|expect|range|accept-encoding|proxy-.*)$/i;
const HEADER_NAME = /^[\w!#$%&'*+.^`|~-]{1,100}$/;
/** Printable ASCII: other characters have no agreed encoding in headers. */
const HEADER_VALUE = /^[\x20-\x7e]+$/;
// oxlint-disable-next-line no-control-regex
const CONTROL_CHARACTER = /[\x00-\x1f\x7f]/;

/** Returns the host as URLs have it, without the port 443. @throws INVALID_FIELD */
const normalizeHost = (text: string): string => {
  const url = /[/\\?#@\s]/.test(text) ? null : URL.parse(`https://${text}`);
  if (!url || url.hostname === "")
    throw invalidField("host", "must be a host, such as api.example.com or pbx.example.com:8443");
  return url.host;
};

/** Returns the name that the credential kind needs; null for a bearer token. @throws INVALID_FIELD */
const validateName = ({ kind, name }: DialerMediaCredentialInput): string | null => {
  const isGiven = typeof name === "string" && name !== "";
  if (kind === "bearer") {
    if (isGiven) throw invalidField("name", "must be null for the kind bearer");
    return null;
  }
  if (!isGiven) throw invalidField("name", `is required for the kind ${kind}`);
  if (kind === "header" && (!HEADER_NAME.test(name) || RESERVED_HEADERS.test(name)))
    throw invalidField("name", "must be the name of a header that carries a login");
  if (kind === "basic" && (name.includes(":") || CONTROL_CHARACTER.test(name)))
    throw invalidField("name", "must not contain a colon or a control character");
  return name;
};

const validateSecret = ({ kind, secret }: DialerMediaCredentialInput): void => {
  if (kind === "basic" ? CONTROL_CHARACTER.test(secret) : !HEADER_VALUE.test(secret))
    throw invalidField("secret", "must consist of printable characters");
};

/** The text that the vault seals. */
interface SealedCredential {
  name: string | null;
  secret: string;
}

/** Returns the headers of a request for this URL: none unless the URL is https and on the credential's host. */
const buildHeaders = (
  { kind, host }: MediaCredentialRow,
  { name, secret }: SealedCredential,
  url: URL,
): Record<string, string> => {
  if (url.protocol !== "https:" || url.host !== host) return {};
  if (kind === "bearer") return { authorization: `Bearer ${secret}` };
  if (kind === "header") return { [name!.toLowerCase()]: secret };
  return { authorization: `Basic ${Buffer.from(`${name}:${secret}`).toString("base64")}` };
};

/**
 * Loads the headers with which recordings of an adapter's calls are requested. Call the result for each URL in a
 * redirect chain: other hosts receive no headers.
 */
export const loadMediaHeaders = async (
  { db, organizationId, vault }: Context,
  adapter: string | null,
): Promise<(url: URL) => Record<string, string>> => {
  const row = await findMediaCredential(db, organizationId, adapter ?? OWN_CALLS);
  if (!row) return () => ({});
  const sealed = JSON.parse(vault.open(row.secret)) as SealedCredential;
  return (url) => buildHeaders(row, sealed, url);
};

@Resolver()
export class DialerMediaCredentialResolver {
  @forInternal()
  @Query(() => [DialerMediaCredential], {
    description:
      "The logins for phone systems' recordings, by adapter, without their secrets. (internal)",
  })
  async dialerMediaCredentials(
    @Ctx() { db, organizationId }: Context,
  ): Promise<DialerMediaCredential[]> {
    return listMediaCredentials(db, organizationId);
  }

  @forInternal()
  @Mutation(() => DialerMediaCredential, {
    nullable: true,
    description:
      "Sets the login with which the server fetches the recordings of a phone system's calls. Without `input`, removes it and returns null.",
  })
  async setDialerMediaCredential(
    @Arg("adapter", () => String, {
      description: "As in `dialers`, or own for calls without an adapter.",
    })
    adapter: string,
    @Arg("input", () => DialerMediaCredentialInput, { nullable: true })
    input: DialerMediaCredentialInput | null | undefined,
    @Ctx() context: Context,
  ): Promise<DialerMediaCredential | null> {
    if (adapter !== OWN_CALLS) requireAdapter(adapter);
    const { organizationId, vault } = context;
    if (!input)
      return mutate(context, async (trx) => {
        if (await deleteMediaCredential(trx, organizationId, adapter))
          await audit(trx, context, {
            action: "dialer.media_credential_cleared",
            subject: adapter,
          });
        return null;
      });
    const { kind, secret } = input;
    const host = normalizeHost(input.host);
    const sealed: SealedCredential = { name: validateName(input), secret };
    validateSecret(input);
    return mutate(context, async (trx) => {
      const setAt = context.now();
      const row = { adapter, host, kind, secret: vault.seal(JSON.stringify(sealed)), setAt };
      await upsertMediaCredential(trx, organizationId, row);
      await audit(trx, context, { action: "dialer.media_credential_set", subject: adapter });
      return row;
    });
  }
}
