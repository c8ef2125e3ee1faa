import { type ScreenPath, signedOutPaths } from "../../../src/api/console/paths.js";
import type { Tenant } from "../../helpers/tenant.js";

const IDS = `{
  recordings(first: 100) { nodes {
    id process { total } client { id } appointment { eventId } userEmail } }
  webhooks { id }
  clips(first: 1) { nodes { id } }
}`;

type Ids = Partial<Record<ScreenPath, string>>;

const loadIds = async (org: Tenant): Promise<Ids> => {
  const { recordings, webhooks, clips } = await org.graphql(IDS);
  const complete = recordings.nodes.find(
    // oxlint-disable-next-line typescript/no-explicit-any
    ({ process, client, appointment }: any) => process && client && appointment,
  );
  return {
    "/reps/:email": complete.userEmail,
    "/recordings/:id": complete.id,
    "/appointments/:eventId": complete.appointment.eventId,
    "/library/:id": clips.nodes[0].id,
    "/clients/:id": complete.client.id,
    "/webhooks/:id": webhooks[0].id,
  };
};

const idsByOrganization = new WeakMap<Tenant, Promise<Ids>>();

/** Fills a screen's path with IDs of the organization. `isSignedOut`: the screen is for visitors. */
export const resolveScreen = async (
  org: Tenant,
  path: ScreenPath,
): Promise<{ path: string; isSignedOut: boolean }> => {
  const loading = idsByOrganization.get(org) ?? loadIds(org);
  idsByOrganization.set(org, loading);
  const ids = await loading;
  const address = path.replace(/:\w+/, () => encodeURIComponent(ids[path]!));
  return { path: address, isSignedOut: signedOutPaths.has(path) };
};
