import { Button, Problem } from "../../parts/index.js";
import { useMutation } from "../../src/query.js";
import { Redeliver as Operation, type DeliveryByIdQuery } from "../deliveries.graphql.js";

type Delivery = NonNullable<DeliveryByIdQuery["delivery"]>;

/** Why it cannot be sent again, if so. */
const obstacle = ({ payload, webhook }: Delivery): string | undefined => {
  if (payload === "") return "It cannot be sent again: its recording was erased, and its body.";
  if (!webhook) return "It cannot be sent again: it belongs to no webhook, or to a deleted one.";
  if (!webhook.active) return "It can be sent again when its webhook is active.";
  return undefined;
};

interface Props {
  of: Delivery;
  /** Another one is about to be shown. */
  busy: boolean;
  show: (id: string) => void;
}

/** Sends the same body again, as a delivery of its own, which is shown then. */
export const Redeliver = ({ of, busy, show }: Props) => {
  const redeliver = useMutation(Operation);
  const isPending = of.status === "pending";
  const why = isPending ? undefined : obstacle(of);
  const send = async (): Promise<void> => {
    const data = await redeliver.run({ id: of.id });
    if (data) show(data.redeliver.id);
  };
  if (why) return <p class="muted">{why}</p>;
  return (
    <>
      <Problem of={redeliver.problem} />
      <div class="redeliver">
        {/* It stays while the next one is under way: the focus is on it. */}
        <Button kind="main" busy={busy || isPending || redeliver.busy} onClick={() => void send()}>
          Redeliver
        </Button>
        <p class="muted small">
          The same body goes out again under the same <code>webhook-id</code>, signed anew, to where
          the webhook points now.
        </p>
      </div>
    </>
  );
};
