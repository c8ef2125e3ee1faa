import { FactList, Section } from "../../parts/index.js";
import { Email } from "../../parts/value/email.js";
import { href } from "../../lib/location.js";
import type { Appointment } from "./types.js";

/** The customer as the CRM sent it, and the matching client. */
export const CustomerSection = ({
  appointment: { customer, client },
}: {
  appointment: Appointment;
}) => (
  <Section title="Customer">
    {customer ? (
      <FactList
        facts={{
          Name: customer.name,
          "E-mail": customer.email && <Email address={customer.email} />,
          "CRM ID": customer.id && <code>{customer.id}</code>,
          Location: customer.location,
          Client: client && (
            <a href={href("/clients/:id", { id: client.id })}>
              {client.name ?? client.email ?? "Unnamed client"}
            </a>
          ),
        }}
      />
    ) : (
      <p class="muted">This appointment has no customer.</p>
    )}
    {customer && !client && <p class="muted">No client record: the customer has no CRM ID.</p>}
  </Section>
);
