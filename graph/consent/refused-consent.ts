import { Arg, Ctx, Mutation, Query, Resolver } from "type-graphql";
import {
  findRefusedConsent,
  type RefusedConsent,
  upsertRefusedConsent,
} from "../../db/consent/consent-settings.js";
import type { Db } from "../../db/engine/connect.js";
import { forInternal } from "../access/access.js";
import { audit } from "../access/audit.js";
import type { Context } from "../context/context.js";
import { mutate } from "../context/mutate.js";
import { RefusedConsents } from "./consents.js";

/** Loads what happens to refused calls. */
export const loadRefusedConsent = async (db: Db, organizationId: string): Promise<RefusedConsent> =>
  (await findRefusedConsent(db, organizationId)) ?? "hidden";

@Resolver()
export class RefusedConsentResolver {
  @forInternal()
  @Query(() => RefusedConsents, {
    description: "What happens to a call whose customer refused to be recorded.",
  })
  async refusedConsent(@Ctx() { db, organizationId }: Context): Promise<RefusedConsent> {
    return loadRefusedConsent(db, organizationId);
  }

  @forInternal()
  @Mutation(() => RefusedConsents, {
    description: "Sets what happens to calls that come in as refused from now on.",
  })
  async setRefusedConsent(
    @Arg("refused", () => RefusedConsents) refused: RefusedConsent,
    @Ctx() context: Context,
  ): Promise<RefusedConsent> {
    const { organizationId } = context;
    return mutate(context, async (trx) => {
      if ((await loadRefusedConsent(trx, organizationId)) === refused) return refused;
      await upsertRefusedConsent(trx, organizationId, refused);
      await audit(trx, context, { action: "consent.updated", fields: ["refusedConsent"] });
      return refused;
    });
  }
}
