import { Facts, Section } from "../../parts/index.js";
import { Mail } from "../../parts/mail.js";
import { href } from "../../src/location.js";
import type { Appointment } from "./shape.js";

/** The customer as it was pushed, and the client that it is grouped under. */
export const Customer = ({ of: { customer, client } }: { of: Appointment }) => (
  <Section title="Customer">
    {customer ? (
      <Facts
        of={{
          Name: customer.name,
          "E-mail": customer.email && <Mail of={customer.email} />,
          "CRM id": customer.id && <code>{customer.id}</code>,
          Location: customer.location,
          Client: client && (
            <a href={href("/clients/:id", { id: client.id })}>
              {client.name ?? client.email ?? "Unnamed"}
            </a>
          ),
        }}
      />
    ) : (
      <p class="muted">The appointment came without a customer.</p>
    )}
    {customer && !client && (
      <p class="muted">No client: the customer has no id to group calls by.</p>
    )}
  </Section>
);
