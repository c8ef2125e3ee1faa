import { clientByCrmEntityId, type ClientRow, insertClient, updateClient } from "../db/clients.js";
import type { Db } from "../db/connect.js";
import { Field, InputType, ObjectType } from "type-graphql";
import type { Services } from "./context.js";
import { Says } from "./keywords.js";

@ObjectType({ simpleResolvers: true, description: "The customer as the integrator sent it." })
export class Customer {
  @Field(() => String, {
    nullable: true,
    description: "The organization's own id of the customer: the client's crmEntityId.",
  })
  id!: string | null;

  @Field(() => String, { nullable: true })
  name!: string | null;

  @Field(() => String, { nullable: true })
  email!: string | null;

  @Field(() => String, { nullable: true, description: "Where the customer is." })
  location!: string | null;
}

@InputType()
export class CustomerInput {
  @Says({ minLength: 1 })
  @Field(() => String, { nullable: true, description: "Groups calls: the client's crmEntityId." })
  id?: string | null;

  @Field(() => String, { nullable: true })
  name?: string | null;

  @Field(() => String, { nullable: true })
  email?: string | null;

  @Field(() => String, {
    nullable: true,
    description: "Where the customer is: the client's address.",
  })
  location?: string | null;
}

/** What the customer says where the client says nothing. What is there is never overwritten. */
const gaps = (client: ClientRow, customer: CustomerInput): Partial<ClientRow> => ({
  ...(!client.name && customer.name && { name: customer.name }),
  ...(!client.email && customer.email && { email: customer.email }),
  ...(!client.address && customer.location && { address: customer.location }),
});

/**
 * The id of the client that the customer's id names; creates the client if none has it. Null for a
 * customer without an id. No event is fired for such a client.
 */
export const clientOfCustomer = async (
  trx: Db,
  services: Pick<Services, "newId" | "now">,
  organizationId: string,
  customer: CustomerInput | null | undefined,
): Promise<string | null> => {
  if (!customer?.id) return null;
  const client = await clientByCrmEntityId(trx, organizationId, customer.id);
  if (client) {
    const filled = gaps(client, customer);
    if (Object.keys(filled).length > 0)
      await updateClient(trx, organizationId, client.id, { ...filled, updatedAt: services.now() });
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
