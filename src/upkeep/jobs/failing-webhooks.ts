import { listOrganizations } from "../../../db/organizations/organization.js";
import { listAdminEmails } from "../../../db/sign-in/accounts.js";
import {
  type FailingWebhook,
  listUnreportedFailures,
  markFailureReported,
  unmarkFailureReported,
} from "../../../db/webhooks/failing.js";
import type { Services } from "../../../graph/context/context.js";
import type { MailPort } from "../../../graph/core/ports.js";
import { buildFailureMail } from "../../../graph/mails/webhook-failure-mail.js";
import type { Log } from "../../base/log/log.js";
import { type IntervalJob, startInterval } from "../../base/workers/interval.js";

const CHECK_INTERVAL_MS = 10 * 60_000;

type ReportServices = Pick<Services, "db" | "now" | "publicUrl">;

/**
 * Creates the check that reports each webhook that has failed for a day to the organization's admins, once. If the mail
 * server accepts no mail about it, the next check tries again.
 */
export const createFailureReports =
  (services: ReportServices, mailer: MailPort): ((signal: AbortSignal) => Promise<void>) =>
  async (signal) => {
    const { db, now } = services;
    /** Returns whether a mail was accepted. */
    const report = async (
      organizationId: string,
      { id, url, failingSince }: FailingWebhook,
    ): Promise<boolean> => {
      const { host } = new URL(url);
      const link = `${services.publicUrl}/webhooks/${id}`;
      let isAccepted = false;
      for (const email of await listAdminEmails(db, organizationId)) {
        if (signal.aborted) break;
        const problem = await mailer.send(organizationId, email, async () =>
          buildFailureMail({ host, link, failingSince }),
        );
        isAccepted ||= problem === undefined;
      }
      return isAccepted;
    };
    for (const { id: organizationId } of await listOrganizations(db))
      for (const webhook of await listUnreportedFailures(db, organizationId, now()))
        if (
          !signal.aborted &&
          (await markFailureReported(db, organizationId, webhook.id, now())) &&
          !(await report(organizationId, webhook))
        )
          await unmarkFailureReported(db, organizationId, webhook);
  };

/** Starts the reports: now, and then every ten minutes. */
export const startFailureReports = ({
  services,
  mailer,
  log,
}: {
  services: ReportServices;
  mailer: MailPort;
  log: Log;
}): IntervalJob =>
  startInterval(
    {
      everyMs: CHECK_INTERVAL_MS,
      log,
      failureMessage: "failing webhooks could not be reported",
    },
    createFailureReports(services, mailer),
  );
