import { FactList, Section, Time } from "../../parts/index.js";
import { Email } from "../../parts/value/email.js";
import type { Client } from "./types.js";

export const AboutClient = ({ client }: { client: Client }) => (
  <Section title="About">
    <FactList
      facts={{
        Name: client.name,
        "E-mail": client.email && <Email address={client.email} />,
        Phone:
          client.phones.length > 0 &&
          client.phones.map((phone) => (
            <a key={phone} class="second-line" href={`tel:${phone}`}>
              {phone}
            </a>
          )),
        "CRM ID": client.crmEntityId && <code>{client.crmEntityId}</code>,
        Address: client.address,
        Created: <Time at={client.createdAt} />,
        Updated: client.updatedAt !== client.createdAt && <Time at={client.updatedAt} />,
        ID: <code>{client.id}</code>,
      }}
    />
  </Section>
);
