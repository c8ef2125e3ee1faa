import {
  findClientByCrmEntityId,
  type ClientRow,
  insertClient,
  updateClient,
} from "../../db/clients/client.js";
import {
  findOnlyClientIdByPhone,
  insertClientPhones,
  loadClientPhones,
} from "../../db/clients/client-phones.js";
import type { Db } from "../../db/engine/connect.js";
import { loadOrganizationCountry } from "../../db/organizations/organization.js";
import { Field, InputType, ObjectType } from "type-graphql";
import type { Services } from "../core/context.js";
import { Constraint } from "../core/constraints.js";
import { MAX_NUMBERS } from "../people/numbers.js";
import { parsePhone } from "../people/phone.js";

@ObjectType({ simpleResolvers: true, description: "The customer as the integrator sent it." })
export class Customer {
  @Field(() => String, {
    nullable: true,
    description: "The customer's id in the organization's CRM: the client's crmEntityId.",
  })
  id!: string | null;

  @Field(() => String, { nullable: true })
  name!: string | null;

  @Field(() => String, { nullable: true })
  email!: string | null;

  @Field(() => String, { nullable: true, description: "The customer's address." })
  location!: string | null;
}

@InputType()
export class CustomerInput {
  @Constraint({ minLength: 1 })
  @Field(() => String, {
    nullable: true,
    description: "The client's crmEntityId. Calls with the same id share a client.",
  })
  id?: string | null;

  @Field(() => String, { nullable: true })
  name?: string | null;

  @Field(() => String, { nullable: true })
  email?: string | null;

  @Field(() => String, {
    nullable: true,
    description: "The customer's address. It fills an empty address of the client.",
  })
  location?: string | null;
}

/** Returns the customer's values for the client's empty fields. Values are never overwritten. */
const buildMissingFields = (client: ClientRow, customer: CustomerInput): Partial<ClientRow> => ({
  ...(!client.name && customer.name && { name: customer.name }),
  ...(!client.email && customer.email && { email: customer.email }),
  ...(!client.address && customer.location && { address: customer.location }),
});

/**
 * Returns the id of the client with the customer's id as crmEntityId, and creates that client where none
 * exists, without an event. Returns null for a customer without an id.
 */
export const upsertCustomerClient = async (
  trx: Db,
  services: Pick<Services, "newId" | "now">,
  organizationId: string,
  customer: CustomerInput | null | undefined,
): Promise<string | null> => {
  if (!customer?.id) return null;
  const client = await findClientByCrmEntityId(trx, organizationId, customer.id);
  if (client) {
    const changes = buildMissingFields(client, customer);
    if (Object.keys(changes).length > 0)
      await updateClient(trx, organizationId, client.id, { ...changes, updatedAt: services.now() });
    return client.id;
  }
  const id = services.newId();
  await insertClient(trx, organizationId, {
    id,
    name: customer.name ?? null,
    email: customer.email ?? null,
    crmEntityId: customer.id,
    address: customer.location ?? null,
    now: services.now(),
  });
  return id;
};

/** Returns the phone that a call names its customer by, in E.164; undefined for a text that isn't one. */
export const parseSentPhone = async (
  trx: Db,
  organizationId: string,
  sent: string | null | undefined,
): Promise<string | undefined> =>
  sent ? parsePhone(sent, await loadOrganizationCountry(trx, organizationId)) : undefined;

/** Returns the client whom a customer without an id names by phone; undefined for no client or several. */
const findClientIdBySentPhone = async (
  trx: Db,
  organizationId: string,
  sent: string | null | undefined,
): Promise<string | undefined> => {
  const phone = await parseSentPhone(trx, organizationId, sent);
  return phone === undefined ? undefined : findOnlyClientIdByPhone(trx, organizationId, phone);
};

/** Adds a phone to a client that has fewer than the maximum. */
const addClientPhone = async (
  trx: Db,
  organizationId: string,
  clientId: string,
  sent: string | null | undefined,
): Promise<void> => {
  const phone = await parseSentPhone(trx, organizationId, sent);
  if (phone === undefined) return;
  const phones = await loadClientPhones(trx, organizationId, [clientId]);
  if (phones.length < MAX_NUMBERS) await insertClientPhones(trx, organizationId, clientId, [phone]);
};

/**
 * Returns the id of a call's client: by the customer's id, as `upsertCustomerClient`, which also keeps the phone; else
 * by phone. Returns undefined where the customer names no client.
 */
export const resolveCallClient = async (
  trx: Db,
  services: Pick<Services, "newId" | "now">,
  organizationId: string,
  customer: CustomerInput | null | undefined,
  phone: string | null | undefined,
): Promise<string | null | undefined> => {
  if (!customer?.id) {
    const found = await findClientIdBySentPhone(trx, organizationId, phone);
    // A customer without an id leaves the client of an earlier send in place; null clears it.
    return found ?? (customer === null || customer?.id === null ? null : undefined);
  }
  const clientId = await upsertCustomerClient(trx, services, organizationId, customer);
  if (clientId !== null) await addClientPhone(trx, organizationId, clientId, phone);
  return clientId;
};
