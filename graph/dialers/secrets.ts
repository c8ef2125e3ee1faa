import { Arg, Ctx, Field, Mutation, ObjectType, Query, Resolver } from "type-graphql";
import {
  deleteDialerSecret,
  listDialerSecrets,
  type DialerSecretRow,
  upsertDialerSecret,
} from "../../db/dialers/secrets.js";
import { forInternal } from "../access/access.js";
import { audit } from "../access/audit.js";
import type { Context } from "../context/context.js";
import { requireAdapter, adapters } from "./adapters/index.js";
import { invalidField } from "../core/errors.js";
import { mutate } from "../context/mutate.js";
import { DateTime } from "../arguments/scalars.js";

@ObjectType({
  simpleResolvers: true,
  description: "A phone system with an adapter for its webhooks.",
})
export class Dialer {
  @Field(() => String, {
    description: "The path after the organization's dialerUrl, and the prefix of call ids.",
  })
  adapter!: string;

  @Field(() => String, { description: "The vendor's name." })
  title!: string;

  @Field(() => String, { description: "The vendor's term for the secret." })
  secretDescription!: string;

  @Field(() => Boolean, {
    description: "Whether its webhooks contain the user's email or extension.",
  })
  sendsUserEmail!: boolean;

  @Field(() => DateTime, {
    nullable: true,
    description:
      "When the secret was set. From then on unsigned requests are refused. Null: no secret is set.",
  })
  secretSetAt!: number | null;
}

const buildDialer = (adapter: string, secrets: readonly DialerSecretRow[]): Dialer => {
  const { title, secretDescription, fieldPaths } = adapters[adapter]!;
  return {
    adapter,
    title,
    secretDescription,
    sendsUserEmail: (fieldPaths["userEmail"] ?? fieldPaths["extension"]) !== undefined,
    secretSetAt: secrets.find((row) => row.adapter === adapter)?.setAt ?? null,
  };
};

@Resolver()
export class DialerSecretResolver {
  @forInternal()
  @Query(() => [Dialer], { description: "The phone systems, by name. (internal)" })
  async dialers(@Ctx() { db, organizationId }: Context): Promise<Dialer[]> {
    const secrets = await listDialerSecrets(db, organizationId);
    return Object.keys(adapters).map((adapter) => buildDialer(adapter, secrets));
  }

  @forInternal()
  @Mutation(() => Dialer, {
    description:
      "Sets the secret that signs a phone system's requests and refuses unsigned ones from then on. Null removes the secret: the dialer's URL alone is enough. A secret can't be read again.",
  })
  async setDialerSecret(
    @Arg("adapter", () => String) adapter: string,
    @Arg("secret", () => String, { nullable: true }) secret: string | null | undefined,
    @Ctx() context: Context,
  ): Promise<Dialer> {
    requireAdapter(adapter);
    if (secret === "") throw invalidField("secret", "must not be empty");
    const { organizationId, vault } = context;
    return mutate(context, async (trx) => {
      if (typeof secret === "string") {
        const row = { adapter, secret: vault.seal(secret), setAt: context.now() };
        await upsertDialerSecret(trx, organizationId, row);
        await audit(trx, context, { action: "dialer.secret_set", subject: adapter });
      } else if (await deleteDialerSecret(trx, organizationId, adapter))
        await audit(trx, context, { action: "dialer.secret_cleared", subject: adapter });
      return buildDialer(adapter, await listDialerSecrets(trx, organizationId));
    });
  }
}
