import { formatName } from "./mail-texts.js";

/** How many of a list are counted. */
export const MAX_COUNTED = 100;

/** A call as the mails about a week name it. */
export interface NamedCall {
  id: string;
  name: string;
  client: { name: string | null } | null;
}

/** A counted page of a list. */
export interface CountedPage {
  nodes: { id?: string }[];
  pageInfo: { hasNextPage: boolean };
}

/** Formats a call's client, or else its name. */
export const formatCallName = ({ name, client }: NamedCall): string =>
  formatName(client?.name ?? name);

/** Returns the number of a page's entries, or such as "100+"; undefined without any. */
export const countPage = ({ nodes, pageInfo }: CountedPage): number | string | undefined =>
  pageInfo.hasNextPage ? `${nodes.length}+` : nodes.length || undefined;

/** The last line of each of these mails. */
export const buildOptOut = (publicUrl: string) => ({
  text: "To get no more of these mails, turn them off under “Your account”:",
  url: `${publicUrl}/settings`,
});
