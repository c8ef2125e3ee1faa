import { Section, Time } from "../../parts/index.js";
import { href } from "../../lib/location.js";
import type { MyWeekQuery } from "./my-week.graphql.js";

type Visit = MyWeekQuery["appointments"]["nodes"][number];

/** A page of a map, which the browser opens only when the link is followed. */
const buildMapAddress = (address: string): string =>
  `https://www.openstreetmap.org/search?${new URLSearchParams({ query: address })}`;

/** What was agreed in the last call with the client. */
const Agreed = ({ client }: { client: NonNullable<Visit["client"]> }) => {
  const [last] = client.recordings.nodes;
  if (!last) return <p class="muted">No call with them yet.</p>;
  const open = (last.actionItems ?? []).filter(({ completed }) => !completed);
  return (
    <>
      <p>
        <a href={href("/recordings/:id", { id: last.id })}>Last call</a>{" "}
        <span class="muted">
          <Time at={last.startedAt} />
        </span>
        {open.length > 0 && ", agreed:"}
      </p>
      <ul>
        {open.map(({ id, text }) => (
          <li key={id}>{text}</li>
        ))}
      </ul>
    </>
  );
};

/** The next visit: who, when, where, how to call them, and what was agreed last time. */
export const NextVisit = ({ visit }: { visit: Visit | undefined }) => {
  // A visit can be elsewhere than the client's own address.
  const address = visit?.customer?.location ?? visit?.client?.address;
  const email = visit?.customer?.email ?? visit?.client?.email;
  return (
    <Section
      title="Next visit"
      actions={
        <a class="small" href={href("/appointments", {}, { range: "next7" })}>
          All visits
        </a>
      }
    >
      {!visit && <p class="muted">No visit is planned.</p>}
      {visit && (
        <>
          <p class="visit-head">
            <a href={href("/appointments/:eventId", { eventId: visit.eventId })}>
              {visit.client?.name ?? visit.customerName ?? visit.title ?? "Visit"}
            </a>{" "}
            <strong>
              <Time at={visit.startTime} />
            </strong>
          </p>
          {address && (
            <p>
              <a href={buildMapAddress(address)} target="_blank" rel="noreferrer">
                {address}
              </a>
            </p>
          )}
          {email && (
            <p>
              <a href={`mailto:${email}`}>{email}</a>
            </p>
          )}
          {visit.client?.phones.map((phone) => (
            <p key={phone}>
              <a href={`tel:${phone}`}>{phone}</a>
            </p>
          ))}
          {visit.client && <Agreed client={visit.client} />}
        </>
      )}
    </Section>
  );
};
