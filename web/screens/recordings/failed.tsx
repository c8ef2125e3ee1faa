import { Button, Problem } from "../../parts/index.js";
import { useMutation } from "../../src/query.js";
import { say } from "../../src/say.js";
import { ReanalyzeFailed } from "../recordings.graphql.js";

/** Has those that failed analysed again. */
export const Failed = ({ reload }: { reload: () => void }) => {
  const reanalyze = useMutation(ReanalyzeFailed);
  const begin = async (): Promise<void> => {
    const done = await reanalyze.run({});
    if (!done) return;
    const count = done.reanalyzeFailed;
    say(count === 1 ? "1 will be analysed again" : `${count} will be analysed again`);
    reload();
  };
  return (
    <>
      <Problem of={reanalyze.problem} />
      <Button busy={reanalyze.busy} onClick={() => void begin()}>
        Analyse all again
      </Button>
    </>
  );
};
