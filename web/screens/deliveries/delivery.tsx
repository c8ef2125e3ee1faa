import { useEffect, useRef } from "preact/hooks";
import { Dialog, Facts, GraphqlHint, Outcome, Problem, Skeleton, Time } from "../../parts/index.js";
import { number } from "../../src/format.js";
import { href } from "../../src/location.js";
import { useQuery } from "../../src/query.js";
import { DeliveryById, type DeliveryByIdQuery } from "../deliveries.graphql.js";
import { Request, Response } from "./exchange.js";
import { Redeliver } from "./redeliver.js";

type Shape = NonNullable<DeliveryByIdQuery["delivery"]>;

const POLL_MS = 1_000;

/** Asks again until the delivery has ended, and tells when it has. */
const useEnded = (
  of: Shape | undefined,
  busy: boolean,
  reload: () => void,
  onEnded: () => void,
): void => {
  const waited = useRef<string | undefined>(undefined);
  const [id, status] = [of?.id, of?.status];
  useEffect(() => {
    if (status !== "pending") {
      if (id !== undefined && waited.current === id) onEnded();
      waited.current = undefined;
      return undefined;
    }
    waited.current = id;
    if (busy) return undefined;
    const timer = setTimeout(reload, POLL_MS);
    return () => clearTimeout(timer);
    // What is told is not what is waited for.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [id, status, busy, reload]);
};

const Details = ({ of, linkTo }: { of: Shape; linkTo: (id: string) => string }) => (
  <Facts
    of={{
      Outcome: (
        <span role="status">
          <Outcome of={of} />
          {of.status === "pending" && (
            <span class="muted"> under way, or waiting for its turn</span>
          )}
        </span>
      ),
      Event: (
        <>
          <code>{of.event}</code>
          {of.test && " (test)"}
        </>
      ),
      Webhook: of.webhook ? (
        <a href={href("/webhooks/:id", { id: of.webhook.id })}>{of.webhook.url}</a>
      ) : (
        <span class="muted">none, or deleted</span>
      ),
      Recording: of.recording && (
        <a href={href("/recordings/:id", { id: of.recording.id })}>{of.recording.name}</a>
      ),
      Created: <Time at={of.createdAt} />,
      Attempted: of.attemptedAt && <Time at={of.attemptedAt} />,
      Took: of.durationMs !== null && `${number(of.durationMs)} ms`,
      "Sent again of": of.redeliveryOf && <a href={linkTo(of.redeliveryOf)}>the delivery before</a>,
      Id: <code>{of.id}</code>,
    }}
  />
);

/** One delivery, with what was sent and what came back. A pending one is followed until it has ended. */
export const Delivery = ({
  id,
  linkTo,
  show,
  onClose,
  onChange,
}: {
  id: string;
  linkTo: (id: string) => string;
  show: (id: string) => void;
  onClose: () => void;
  /** The log has something new. */
  onChange: () => void;
}) => {
  const { data, problem, busy, reload } = useQuery(DeliveryById, { id });
  const delivery = data?.delivery ?? undefined;
  // While another one is asked for, the one before is still there.
  const shown = delivery?.id === id ? delivery : undefined;
  useEnded(shown, busy, reload, onChange);
  const again = (next: string) => {
    show(next);
    onChange();
  };
  return (
    <Dialog title="Delivery" onClose={onClose}>
      <div class="form">
        <Problem of={problem} retry={reload} />
        {!delivery && busy && <Skeleton rows={8} />}
        {delivery && (
          <>
            <Details of={delivery} linkTo={linkTo} />
            <Redeliver of={delivery} busy={!shown} show={again} />
            <Request of={delivery} />
            <Response of={delivery} />
          </>
        )}
        {data && !delivery && !busy && (
          <p>There is no such delivery. The log may not go back that far.</p>
        )}
        <GraphqlHint query={DeliveryById} variables={{ id }} />
      </div>
    </Dialog>
  );
};
