import { useEffect } from "preact/hooks";
import { Button, Form, ProblemAlert, Select, type FormValues, Section } from "../../parts/index.js";
import { formatCount } from "../../lib/format.js";
import { useMutation } from "../../lib/use-mutation.js";
import { useQuery } from "../../lib/use-query.js";
import {
  EarlierCalls as Operation,
  ReanalyzeEarlierCalls,
  StopEarlierCalls,
} from "./people.graphql.js";

const DAY_MS = 86_400_000;
const POLL_MS = 3_000;

/** Days back, with their texts. */
const PERIODS = {
  "30": "Last 30 days",
  "90": "Last 90 days",
  "365": "Last year",
  "36500": "All calls",
};

/** Starts and stops the analysis of earlier calls, and shows how many are left. */
export const EarlierCalls = () => {
  const { data, problem, reload } = useQuery(Operation, {});
  const start = useMutation(ReanalyzeEarlierCalls);
  const stop = useMutation(StopEarlierCalls);
  const left = data?.earlierCalls?.left ?? 0;
  useEffect(() => {
    if (left === 0) return undefined;
    const timer = setInterval(reload, POLL_MS);
    return () => clearInterval(timer);
  }, [left, reload]);
  const submit = async (values: FormValues): Promise<void> => {
    const since = new Date(Date.now() - Number(values.get("days")) * DAY_MS).toISOString();
    if (await start.run({ since })) reload();
  };
  return (
    <Section title="Earlier calls">
      <p class="muted">
        Calls are measured when they arrive. After a change of a template, analyse earlier ones
        again: the newest first, in the background. What people wrote stays.
      </p>
      <ProblemAlert problem={problem ?? stop.problem} />
      {left > 0 ? (
        <div class="action-row">
          <p role="status">{formatCount(left, "call")} left to analyse.</p>
          <Button
            isBusy={stop.isBusy}
            onClick={() => void stop.run({}).then((done) => done && reload())}
          >
            Stop
          </Button>
        </div>
      ) : (
        <Form mutation={start} onSubmit={(values) => void submit(values)}>
          <Select label="Calls of" name="days" options={PERIODS} />
          <div class="actions">
            <Button type="submit" isBusy={start.isBusy}>
              Analyse earlier calls again
            </Button>
          </div>
        </Form>
      )}
    </Section>
  );
};
