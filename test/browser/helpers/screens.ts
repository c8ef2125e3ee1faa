import type { ScreenPath } from "../../../src/console/paths.js";
import type { Tenant } from "../../helpers/tenant.js";

const IDS = `{
  recordings(first: 100) { nodes { id process { total } client { id } appointment { eventId } } }
  webhooks { id }
}`;

/** Where nobody has signed in yet. */
const bare = new Set<ScreenPath>(["/setup", "/sign-in"]);

type Ids = Partial<Record<ScreenPath, string>>;

const idsOf = async (org: Tenant): Promise<Ids> => {
  const { recordings, webhooks } = await org.graph(IDS);
  const whole = recordings.nodes.find(
    // oxlint-disable-next-line typescript/no-explicit-any
    ({ process, client, appointment }: any) => process && client && appointment,
  );
  return {
    "/recordings/:id": whole.id,
    "/appointments/:eventId": whole.appointment.eventId,
    "/clients/:id": whole.client.id,
    "/webhooks/:id": webhooks[0].id,
  };
};

const known = new WeakMap<Tenant, Promise<Ids>>();

/** The screen with something of this organization to show, and whether it is there for visitors. */
export const screenOf = async (
  org: Tenant,
  path: ScreenPath,
): Promise<{ path: string; bare: boolean }> => {
  const asked = known.get(org) ?? idsOf(org);
  known.set(org, asked);
  const ids = await asked;
  const whole = path.replace(/:\w+/, () => encodeURIComponent(ids[path]!));
  return { path: whole, bare: bare.has(path) };
};
