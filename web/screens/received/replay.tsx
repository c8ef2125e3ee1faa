import { Button, Problem } from "../../parts/index.js";
import { useMutation } from "../../src/query.js";
import { Replay as Operation, type ReceivedCallQuery } from "../received.graphql.js";

type Call = NonNullable<ReceivedCallQuery["inboundCall"]>;

/** Why it cannot be read again, if so. */
const obstacle = ({ code, replayable }: Call): string | undefined => {
  if (code === "UNAUTHENTICATED")
    return "It cannot be read again: nobody knows who sent it. The phone system and debrief need the same secret.";
  return replayable ? undefined : "It cannot be read again: not enough of it is kept.";
};

/** Reads the call again as it was received. */
export const Replay = ({
  of,
  busy,
  onChange,
}: {
  of: Call;
  busy: boolean;
  onChange: () => void;
}) => {
  const replay = useMutation(Operation);
  const why = obstacle(of);
  const read = async (): Promise<void> => {
    if (await replay.run({ id: of.id })) onChange();
  };
  if (why) return <p class="muted">{why}</p>;
  return (
    <>
      <Problem of={replay.problem} />
      <div class="redeliver">
        <Button kind="main" busy={busy || replay.busy} onClick={() => void read()}>
          Read again
        </Button>
        <p class="muted small">
          As when its user was added since. A call that was taken stays one recording.
        </p>
      </div>
    </>
  );
};
