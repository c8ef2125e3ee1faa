import { useEffect, useRef } from "preact/hooks";
import {
  Dialog,
  FactList,
  GraphqlHint,
  DeliveryOutcome,
  ProblemAlert,
  Skeleton,
  Time,
} from "../../parts/index.js";
import { formatNumber } from "../../lib/format.js";
import { href } from "../../lib/location.js";
import { isWaitingRetry, MAX_ATTEMPTS } from "../../lib/retry-texts.js";
import { useQuery } from "../../lib/use-query.js";
import { DeliveryById, type DeliveryByIdQuery } from "./deliveries.graphql.js";
import { RequestSection, ResponseSection } from "./exchange.js";
import { Redeliver } from "./redeliver.js";

type DeliveryDetails = NonNullable<DeliveryByIdQuery["delivery"]>;

const POLL_MS = 1_000;
/** A retry can be due in hours. */
const WAITING_POLL_MS = 5_000;

/** Reloads a pending delivery until it has ended, then calls `onEnded`. */
const usePollUntilEnded = (
  delivery: DeliveryDetails | undefined,
  isBusy: boolean,
  reload: () => void,
  onEnded: () => void,
): void => {
  const polledId = useRef<string | undefined>(undefined);
  const [id, status] = [delivery?.id, delivery?.status];
  const isWaiting = delivery !== undefined && isWaitingRetry(delivery);
  useEffect(() => {
    if (status !== "pending") {
      if (id !== undefined && polledId.current === id) onEnded();
      polledId.current = undefined;
      return undefined;
    }
    polledId.current = id;
    if (isBusy) return undefined;
    const timer = setTimeout(reload, isWaiting ? WAITING_POLL_MS : POLL_MS);
    return () => clearTimeout(timer);
    // A new `onEnded` must not restart the timer.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [id, status, isBusy, isWaiting, reload]);
};

const Details = ({
  delivery,
  linkTo,
}: {
  delivery: DeliveryDetails;
  linkTo: (id: string) => string;
}) => (
  <FactList
    facts={{
      Outcome: (
        <span role="status">
          <DeliveryOutcome delivery={delivery} />
          {delivery.status === "pending" && !isWaitingRetry(delivery) && (
            <span class="muted">
              {delivery.attemptedAt ? " sending" : " waiting for its attempt"}
            </span>
          )}
        </span>
      ),
      Event: (
        <>
          <code>{delivery.event}</code>
          {delivery.test && " (test)"}
        </>
      ),
      Webhook: delivery.webhook ? (
        <a href={href("/webhooks/:id", { id: delivery.webhook.id })}>{delivery.webhook.url}</a>
      ) : (
        <span class="muted">none or deleted</span>
      ),
      Recording: delivery.recording && (
        <a href={href("/recordings/:id", { id: delivery.recording.id })}>
          {delivery.recording.name}
        </a>
      ),
      Attempt: delivery.attempt > 1 && `${delivery.attempt} of ${MAX_ATTEMPTS}`,
      Created: <Time at={delivery.createdAt} />,
      Attempted: delivery.attemptedAt && <Time at={delivery.attemptedAt} />,
      Duration: delivery.durationMs !== null && `${formatNumber(delivery.durationMs)} ms`,
      "Redelivery of": delivery.redeliveryOf && (
        <a href={linkTo(delivery.redeliveryOf)}>the earlier delivery</a>
      ),
      ID: <code>{delivery.id}</code>,
    }}
  />
);

/** A delivery with its request and response. Follows a pending delivery until it has ended. */
export const DeliveryDialog = ({
  id,
  linkTo,
  onShow,
  onClose,
  onChange,
}: {
  id: string;
  linkTo: (id: string) => string;
  onShow: (id: string) => void;
  onClose: () => void;
  /** Called when the log has changed. */
  onChange: () => void;
}) => {
  const { data, problem, isBusy, reload } = useQuery(DeliveryById, { id });
  const delivery = data?.delivery ?? undefined;
  // While another delivery loads, `data` still contains the previous one.
  const shown = delivery?.id === id ? delivery : undefined;
  usePollUntilEnded(shown, isBusy, reload, onChange);
  const showRedelivery = (next: string) => {
    onShow(next);
    onChange();
    // A waiting retry keeps its id.
    if (next === id) reload();
  };
  return (
    <Dialog title="Delivery" onClose={onClose}>
      <div class="form">
        <ProblemAlert problem={problem} onRetry={reload} />
        {!delivery && isBusy && <Skeleton rows={8} />}
        {delivery && (
          <>
            <Details delivery={delivery} linkTo={linkTo} />
            <Redeliver delivery={delivery} isBusy={!shown} onShow={showRedelivery} />
            <RequestSection delivery={delivery} />
            <ResponseSection delivery={delivery} />
          </>
        )}
        {data && !delivery && !isBusy && <p>Delivery not found. It may be older than the log.</p>}
        <GraphqlHint query={DeliveryById} variables={{ id }} />
      </div>
    </Dialog>
  );
};
