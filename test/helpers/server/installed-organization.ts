import type { Installation, ServingProgram } from "./program.js";
import {
  type OrganizationCredentials,
  createRequester,
  type Tenant,
  buildTenant,
} from "../tenant.js";

/** Creates an organization on the command line. Returns its credentials. */
export const createInstalledOrganization = async (
  program: Installation,
  name = "Acme",
): Promise<OrganizationCredentials> => {
  const { stdout } = await program.run(["org", "create", name, "--json"]);
  const { organization, ...rest } = JSON.parse(stdout) as OrganizationCredentials & {
    organization: { id: string };
  };
  return { ...rest, id: organization.id };
};

/** Returns a client of the organization on a running program. */
export const tenantAt = (
  { url }: Pick<ServingProgram, "url">,
  org: OrganizationCredentials,
): Tenant => buildTenant(createRequester(url), org);

/** Lists the recordings of all recording.processed events, one entry per event. */
export const listProcessedEvents = async (org: Pick<Tenant, "get">): Promise<string[]> => {
  const ids: string[] = [];
  for (let after = ""; ;) {
    const { body } = await org.get(`/v1/events?type=recording.processed&limit=100${after}`);
    ids.push(...body.events.map(({ recordingId }: { recordingId: string }) => recordingId));
    if (!body.hasMore) return ids;
    after = `&startAfter=${encodeURIComponent(body.nextCursor)}`;
  }
};
