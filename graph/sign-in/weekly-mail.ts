import { Arg, Ctx, FieldResolver, Mutation, Resolver } from "type-graphql";
import { setWeeklyMailWanted, wantsWeeklyMail } from "../../db/mails/weekly-mails.js";
import { forPeople } from "../access/access.js";
import { audit } from "../access/audit.js";
import type { Context } from "../context/context.js";
import { mutate } from "../context/mutate.js";
import { Viewer } from "../organizations/organization.js";
import { requireSession } from "./sessions.js";

@Resolver(() => Viewer)
export class WeeklyMailResolver {
  @FieldResolver(() => Boolean, {
    nullable: true,
    description:
      "Whether the signed-in user wants the mail about the week; null for keys and tokens, and if the server sends none (no mail server, or no PUBLIC_URL).",
  })
  async weeklyMail(@Ctx() context: Context): Promise<boolean | null> {
    const { db, organizationId, userId, sendsWeeklyMails } = context;
    if (userId === undefined || !sendsWeeklyMails) return null;
    return (await wantsWeeklyMail(db, organizationId, userId)) ?? null;
  }

  @forPeople()
  @Mutation(() => Boolean, {
    description:
      "Chooses whether the signed-in user gets the mail about the week. Returns the choice. (sessions only)",
  })
  async setWeeklyMail(
    @Arg("wanted", () => Boolean) wanted: boolean,
    @Ctx() context: Context,
  ): Promise<boolean> {
    const { userId } = requireSession(context);
    await mutate(context, async (trx) => {
      await setWeeklyMailWanted(trx, context.organizationId, userId, wanted);
      await audit(trx, context, { action: "account.weekly_mail_set" });
    });
    return wanted;
  }
}
