import { Arg, Ctx, Field, Mutation, ObjectType, Query, Resolver } from "type-graphql";
import {
  deleteDialerSecret,
  dialerSecrets,
  type DialerSecretRow,
  putDialerSecret,
} from "../db/dialer-secrets.js";
import { forInternal } from "./access.js";
import { audit } from "./auditing.js";
import type { Context } from "./context.js";
import { adapterOf, adapters } from "./dialers/index.js";
import { invalidField } from "./errors.js";
import { mutate } from "./mutate.js";
import { DateTime } from "./scalars.js";

@ObjectType({
  simpleResolvers: true,
  description: "A phone system whose own webhooks are understood.",
})
export class Dialer {
  @Field(() => String, {
    description:
      "What to put after the organization's dialerUrl and a slash; in front of its call ids.",
  })
  adapter!: string;

  @Field(() => String, { description: "As its vendor calls it." })
  title!: string;

  @Field(() => String, { description: "What its secret is, in the vendor's words." })
  secret!: string;

  @Field(() => Boolean, { description: "Whether its webhooks say whose call it was." })
  saysUser!: boolean;

  @Field(() => DateTime, {
    nullable: true,
    description: "Since when a request without the secret is refused; null: no secret is set.",
  })
  secretSetAt!: number | null;
}

const dialerOf = (adapter: string, secrets: readonly DialerSecretRow[]): Dialer => {
  const { title, secret, from } = adapters[adapter]!;
  return {
    adapter,
    title,
    secret,
    saysUser: from["userEmail"] !== undefined,
    secretSetAt: secrets.find((row) => row.adapter === adapter)?.setAt ?? null,
  };
};

@Resolver()
export class DialerSecretResolver {
  @forInternal()
  @Query(() => [Dialer], { description: "The phone systems, by name. (internal)" })
  async dialers(@Ctx() { db, organizationId }: Context): Promise<Dialer[]> {
    const secrets = await dialerSecrets(db, organizationId);
    return Object.keys(adapters).map((adapter) => dialerOf(adapter, secrets));
  }

  @forInternal()
  @Mutation(() => Dialer, {
    description:
      "Sets what a phone system's requests are told by: from then on others are refused. Null: all are taken that know the dialer's URL. It cannot be read again.",
  })
  async setDialerSecret(
    @Arg("adapter", () => String) adapter: string,
    @Arg("secret", () => String, { nullable: true }) secret: string | null | undefined,
    @Ctx() context: Context,
  ): Promise<Dialer> {
    adapterOf(adapter);
    if (secret === "") throw invalidField("secret", "must not be empty");
    const { organizationId, vault } = context;
    return mutate(context, async (trx) => {
      if (typeof secret === "string") {
        const row = { adapter, secret: vault.seal(secret), setAt: context.now() };
        await putDialerSecret(trx, organizationId, row);
        await audit(trx, context, { action: "dialer.secret_set", subject: adapter });
      } else if (await deleteDialerSecret(trx, organizationId, adapter))
        await audit(trx, context, { action: "dialer.secret_cleared", subject: adapter });
      return dialerOf(adapter, await dialerSecrets(trx, organizationId));
    });
  }
}
