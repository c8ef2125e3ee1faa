/** An admin sees the whole organization, a manager the teams that they lead, a rep their own calls. Highest first. */
export const ACCOUNT_ROLES = ["admin", "manager", "rep"] as const;
export type AccountRole = (typeof ACCOUNT_ROLES)[number];
