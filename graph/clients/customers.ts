import {
  findClientByCrmEntityId,
  type ClientRow,
  insertClient,
  updateClient,
} from "../../db/clients/client.js";
import type { Db } from "../../db/engine/connect.js";
import { Field, InputType, ObjectType } from "type-graphql";
import type { Services } from "../core/context.js";
import { Constraint } from "../core/constraints.js";

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
