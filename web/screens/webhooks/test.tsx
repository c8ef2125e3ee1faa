import { Button, Dialog, Facts, CurlHint, Outcome, Problem } from "../../parts/index.js";
import { useState } from "preact/hooks";
import { number } from "../../src/format.js";
import { href } from "../../src/location.js";
import { useMutation } from "../../src/query.js";
import { TestWebhook as Operation, type TestWebhookMutation } from "../webhooks.graphql.js";
import { sample } from "./sample.js";

type Result = TestWebhookMutation["testWebhook"];

const Tested = ({ of }: { of: Result }) => (
  <Facts
    of={{
      Outcome: <Outcome of={of} />,
      Took: of.durationMs !== null && `${number(of.durationMs)} ms`,
      Answer: of.responseBody && <pre class="body">{of.responseBody}</pre>,
      Log: <a href={href("/deliveries", {}, { delivery: of.id })}>Show request and response</a>,
    }}
  />
);

/** Sends a made-up event, and shows what came of it. */
export const TestWebhook = ({
  of: { id, url },
  onClose,
  onDone,
}: {
  of: { id: string; url: string };
  onClose: () => void;
  onDone: () => void;
}) => {
  const test = useMutation(Operation);
  const [result, setResult] = useState<Result>();
  const send = async (): Promise<void> => {
    setResult(undefined);
    const data = await test.run({ id, url, recording: sample });
    setResult(data?.testWebhook);
    if (data) onDone();
  };
  return (
    <Dialog title="Send a test" onClose={onClose}>
      <div class="form">
        <p>
          A made-up <code>recording.processed</code> goes to <strong class="url">{url}</strong>,
          marked with <code>webhook-test: true</code>. The receiver has 10 seconds for its answer.
        </p>
        <Problem of={test.problem} />
        <div role="status">
          {test.busy && <p class="muted">Waiting for the answer …</p>}
          {result && <Tested of={result} />}
        </div>
        <div class="actions">
          <Button onClick={onClose}>Close</Button>
          <Button kind="main" busy={test.busy} onClick={() => void send()}>
            {result ? "Send another" : "Send"}
          </Button>
        </div>
        <CurlHint path="webhooks/test" method="POST" body={{ url, recording: sample }} />
      </div>
    </Dialog>
  );
};
