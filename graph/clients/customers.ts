import {
  findClientByCrmEntityId,
  type ClientRow,
  insertClient,
  isUnusedClientOf,
  updateClient,
} from "../../db/clients/client.js";
import {
  findOnlyClientIdByPhone,
  insertClientPhones,
  loadClientPhones,
} from "../../db/clients/client-phones.js";
import type { Db } from "../../db/engine/connect.js";
import { withScope } from "../../db/engine/viewer-scope.js";
import { loadOrganizationCountry } from "../../db/organizations/organization.js";
import { Field, InputType, ObjectType } from "type-graphql";
import { Constraint } from "../arguments/constraints.js";
import type { Context } from "../context/context.js";
import { conflict } from "../core/errors.js";
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

/** Returns the customer's values for the client's empty fields. Never overwrites a value. */
const buildMissingFields = (client: ClientRow, customer: CustomerInput): Partial<ClientRow> => ({
  ...(!client.name && customer.name && { name: customer.name }),
  ...(!client.email && customer.email && { email: customer.email }),
  ...(!client.address && customer.location && { address: customer.location }),
});

/** The caller that sends a customer. Its scope limits which clients the customer can name. */
type Sender = Pick<Context, "newId" | "now" | "organizationId" | "scope">;

/**
 * Finds the client with the CRM id. A scoped sender finds the clients it can see, and unused clients that came with a
 * call or an appointment of its users.
 * @throws CONFLICT for any other client
 */
const findCustomerClient = async (
  trx: Db,
  { organizationId, scope }: Sender,
  crmEntityId: string,
): Promise<ClientRow | undefined> => {
  const visible = await findClientByCrmEntityId(withScope(trx, scope), organizationId, crmEntityId);
  if (visible || !scope) return visible;
  const client = await findClientByCrmEntityId(trx, organizationId, crmEntityId);
  if (!client || (await isUnusedClientOf(trx, organizationId, client.id, scope.userIds)))
    return client;
  throw conflict("is already used by a client outside the key's scope", "customer.id");
};

/**
 * Returns the id of the client with the customer's id as crmEntityId, and creates that client if none exists, without
 * an event. Returns null for a customer without an id. `userId`: the user of the call or appointment.
 * @throws CONFLICT for a client that the sender may not see
 */
export const upsertCustomerClient = async (
  trx: Db,
  sender: Sender,
  customer: CustomerInput | null | undefined,
  userId: string,
): Promise<string | null> => {
  if (!customer?.id) return null;
  const { organizationId } = sender;
  const client = await findCustomerClient(trx, sender, customer.id);
  if (client) {
    const changes = buildMissingFields(client, customer);
    if (Object.keys(changes).length > 0)
      await updateClient(trx, organizationId, client.id, { ...changes, updatedAt: sender.now() });
    return client.id;
  }
  const id = sender.newId();
  await insertClient(trx, organizationId, {
    id,
    name: customer.name ?? null,
    email: customer.email ?? null,
    crmEntityId: customer.id,
    address: customer.location ?? null,
    createdForUserId: userId,
    now: sender.now(),
  });
  return id;
};

/** Returns the customer's phone number from a call in E.164; undefined for any other text. */
export const parseSentPhone = async (
  trx: Db,
  organizationId: string,
  sent: string | null | undefined,
): Promise<string | undefined> =>
  sent ? parsePhone(sent, await loadOrganizationCountry(trx, organizationId)) : undefined;

/** Returns the client with the phone number, among those that the sender can see; undefined for none or several. */
const findClientIdBySentPhone = async (
  trx: Db,
  { organizationId, scope }: Sender,
  sent: string | null | undefined,
): Promise<string | undefined> => {
  const phone = await parseSentPhone(trx, organizationId, sent);
  return phone === undefined
    ? undefined
    : findOnlyClientIdByPhone(withScope(trx, scope), organizationId, phone);
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
 * Returns the id of a call's client: by the customer's id, as `upsertCustomerClient`, which also stores the phone; else
 * by phone. Returns undefined if the customer identifies no client. `userId`: the user of the call.
 */
export const resolveCallClient = async (
  trx: Db,
  sender: Sender,
  {
    customer,
    phone,
  }: { customer?: CustomerInput | null | undefined; phone?: string | null | undefined },
  userId: string,
): Promise<string | null | undefined> => {
  if (!customer?.id) {
    const found = await findClientIdBySentPhone(trx, sender, phone);
    // A customer without an id keeps the client from an earlier send; null clears it.
    return found ?? (customer === null || customer?.id === null ? null : undefined);
  }
  const clientId = await upsertCustomerClient(trx, sender, customer, userId);
  if (clientId !== null) await addClientPhone(trx, sender.organizationId, clientId, phone);
  return clientId;
};
