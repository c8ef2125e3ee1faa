import { Button, ProblemAlert } from "../../parts/index.js";
import { showToast } from "../../lib/toast.js";
import { useMutation } from "../../lib/use-mutation.js";
import { Replay } from "./received.graphql.js";

/** Processes the last refused call of a source again. */
export const TryAgain = ({
  id,
  title,
  onChange,
}: {
  id: string;
  title: string;
  onChange: () => void;
}) => {
  const replay = useMutation(Replay);
  const send = async (): Promise<void> => {
    const data = await replay.run({ id });
    if (!data) return;
    const { outcome } = data.replayInboundCall;
    showToast(
      outcome === "refused" ? `The call from ${title} was refused again` : `The call is ${outcome}`,
    );
    onChange();
  };
  return (
    <>
      <ProblemAlert problem={replay.problem} />
      <Button isBusy={replay.isBusy} onClick={() => void send()}>
        Try again
        <span class="visually-hidden"> with the last refused call from {title}</span>
      </Button>
    </>
  );
};
