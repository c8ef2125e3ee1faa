import { useEffect, useState } from "preact/hooks";
import { Button, Confirm, Form, ProblemAlert, Select, Section } from "../../parts/index.js";
import { formatCount } from "../../lib/format.js";
import { useMutation } from "../../lib/use-mutation.js";
import { useQuery } from "../../lib/use-query.js";
import {
  EarlierCalls as Operation,
  ReanalyzeEarlierCalls,
  StopEarlierCalls,
} from "./scorecards.graphql.js";

const DAY_MS = 86_400_000;
const POLL_MS = 3_000;

/** Days back, with their texts. */
const PERIODS = {
  "30": "the last 30 days",
  "90": "the last 90 days",
  "365": "the last year",
  "36500": "all the time",
};

/** Starts and stops the analysis of earlier calls, and shows how many are left. */
export const EarlierCalls = () => {
  const { data, problem, reload } = useQuery(Operation, {});
  const start = useMutation(ReanalyzeEarlierCalls);
  const stop = useMutation(StopEarlierCalls);
  const [chosen, setChosen] = useState<string>();
  const { active = false, left = 0, queued = 0 } = data?.earlierCalls ?? {};
  const isWorking = active || queued > 0;
  useEffect(() => {
    if (!isWorking) return undefined;
    const timer = setInterval(reload, POLL_MS);
    return () => clearInterval(timer);
  }, [isWorking, reload]);
  const submit = async (days: string): Promise<void> => {
    const since = new Date(Date.now() - Number(days) * DAY_MS).toISOString();
    if (!(await start.run({ since }))) return;
    setChosen(undefined);
    reload();
  };
  return (
    <Section title="Earlier calls">
      <p class="muted">
        Calls are measured when they arrive. After a change of a scorecard, analyse earlier ones
        again: the newest first, in the background.
      </p>
      <ProblemAlert problem={problem ?? stop.problem} />
      {active && (
        <div class="action-row">
          <p role="status">{formatCount(left + queued, "call")} left to analyse.</p>
          <Button
            isBusy={stop.isBusy}
            onClick={() => void stop.run({}).then((done) => done && reload())}
          >
            Stop
          </Button>
        </div>
      )}
      {!active && queued > 0 && (
        <p role="status">{formatCount(queued, "queued call")} still to be analysed.</p>
      )}
      {!active && (
        <Form mutation={start} onSubmit={(values) => setChosen(values.get("days"))}>
          <Select label="Calls that arrived in" name="days" options={PERIODS} />
          <div class="actions">
            <Button type="submit">Analyse earlier calls again</Button>
          </div>
        </Form>
      )}
      {chosen !== undefined && (
        <Confirm
          title="Analyse earlier calls again?"
          action="Analyse again"
          mutation={start}
          onClose={() => setChosen(undefined)}
          onConfirm={() => void submit(chosen)}
        >
          <p>
            Summaries, coaching, tags and answers are written anew, also those of another program.
            What people wrote or judged stays, and earlier versions are kept. With an AI model, each
            call costs as much as a new one.
          </p>
        </Confirm>
      )}
    </Section>
  );
};
