import type { Knex } from "knex";
import { RateLimiterRes } from "rate-limiter-flexible";
import { createCounter } from "../net/attempt-counter.js";
import { buildEmailKey } from "../../../db/people/users.js";

const WINDOW_S = 60 * 60;
const MAX_ADDRESS_MAILS = 5;
const MAX_ORGANIZATION_MAILS = 200;

/** Counts a mail, and returns why it may not be sent now; undefined if it may. */
export type MailLimits = (organizationId: string, address: string) => Promise<string | undefined>;

export const createMailLimits = (db: Knex): MailLimits => {
  const create = (keyPrefix: string, points: number) =>
    createCounter(db, { keyPrefix, points, duration: WINDOW_S });
  const addresses = create("mail-to", MAX_ADDRESS_MAILS);
  const organizations = create("mails-of", MAX_ORGANIZATION_MAILS);
  const limits = (organizationId: string, address: string) => [
    {
      limiter: addresses,
      key: buildEmailKey(address),
      refusal: `${MAX_ADDRESS_MAILS} e-mails went to this address within an hour; try again later`,
    },
    {
      limiter: organizations,
      key: organizationId,
      refusal: `the organization sent ${MAX_ORGANIZATION_MAILS} e-mails within an hour; try again later`,
    },
  ];
  return async (organizationId, address) => {
    for (const { limiter, key, refusal } of limits(organizationId, address))
      try {
        await limiter.consume(key);
      } catch (error) {
        if (error instanceof RateLimiterRes) return refusal;
        throw error;
      }
    return undefined;
  };
};
