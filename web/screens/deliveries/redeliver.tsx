import { Button, ProblemAlert } from "../../parts/index.js";
import { isWaitingRetry } from "../../lib/retry-texts.js";
import { useMutation } from "../../lib/use-mutation.js";
import { Redeliver as Operation, type DeliveryByIdQuery } from "./deliveries.graphql.js";

type Delivery = NonNullable<DeliveryByIdQuery["delivery"]>;

/** Returns why the delivery can't be sent again, or undefined. */
const findObstacle = ({ payload, webhook }: Delivery): string | undefined => {
  if (payload === "")
    return "Can't redeliver: the body was erased with its recording, or retention removed it.";
  if (!webhook) return "Can't redeliver: the webhook was deleted, or the delivery has none.";
  if (!webhook.active) return "To redeliver, activate the webhook first.";
  return undefined;
};

interface Props {
  delivery: Delivery;
  /** Another delivery is loading. */
  isBusy: boolean;
  onShow: (id: string) => void;
}

/** Sends the same body as a new delivery and shows that delivery. */
export const Redeliver = ({ delivery, isBusy, onShow }: Props) => {
  const redeliver = useMutation(Operation);
  const isWaiting = isWaitingRetry(delivery);
  const isPending = delivery.status === "pending" && !isWaiting;
  const obstacle = isPending ? undefined : findObstacle(delivery);
  const send = async (): Promise<void> => {
    const data = await redeliver.run({ id: delivery.id });
    if (data) onShow(data.redeliver.id);
  };
  if (obstacle) return <p class="muted">{obstacle}</p>;
  return (
    <>
      <ProblemAlert problem={redeliver.problem} />
      <div class="redeliver">
        {/* The button stays while the next delivery loads, because it has the focus. */}
        <Button
          kind="main"
          isBusy={isBusy || isPending || redeliver.isBusy}
          onClick={() => void send()}
        >
          {isWaiting ? "Retry now" : "Redeliver"}
        </Button>
        <p class="muted small">
          Sends the same body and <code>webhook-id</code> with a new signature to the webhook’s
          current URL.
        </p>
      </div>
    </>
  );
};
