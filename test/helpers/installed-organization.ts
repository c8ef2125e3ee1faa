import type { Installation, ServingProgram } from "./program.js";
import {
  type OrganizationCredentials,
  createRequester,
  type Tenant,
  buildTenant,
} from "./tenant.js";

/** An organization made on the command line, with its credentials. */
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

/** The organization as a serving program has it. */
export const tenantAt = (
  { url }: Pick<ServingProgram, "url">,
  org: OrganizationCredentials,
): Tenant => buildTenant(createRequester(url), org);

/** The recordings of which the organization was told that they are processed, as often as it was. */
export const listProcessedEvents = async (org: Pick<Tenant, "get">): Promise<string[]> => {
  const ids: string[] = [];
  for (let after = ""; ;) {
    const { body } = await org.get(`/v1/events?type=recording.processed&limit=100${after}`);
    ids.push(...body.events.map(({ recordingId }: { recordingId: string }) => recordingId));
    if (!body.hasMore) return ids;
    after = `&startAfter=${encodeURIComponent(body.nextCursor)}`;
  }
};
