import {
  Button,
  Dialog,
  FactList,
  CurlHint,
  DeliveryOutcome,
  ProblemAlert,
} from "../../parts/index.js";
import { useState } from "preact/hooks";
import { formatNumber } from "../../lib/format.js";
import { href } from "../../lib/location.js";
import { useMutation } from "../../lib/use-mutation.js";
import { TestWebhook as Operation, type TestWebhookMutation } from "./webhooks.graphql.js";
import { sampleRecording } from "./sample-recording.js";

type Result = TestWebhookMutation["testWebhook"];

const TestResult = ({ result }: { result: Result }) => (
  <FactList
    facts={{
      Outcome: <DeliveryOutcome delivery={result} />,
      Duration: result.durationMs !== null && `${formatNumber(result.durationMs)} ms`,
      Response: result.responseBody && <pre class="body">{result.responseBody}</pre>,
      Log: <a href={href("/deliveries", {}, { delivery: result.id })}>Show request and response</a>,
    }}
  />
);

/** Sends a sample event and shows the result. */
export const TestWebhook = ({
  webhook: { id, url },
  onClose,
  onDone,
}: {
  webhook: { id: string; url: string };
  onClose: () => void;
  onDone: () => void;
}) => {
  const test = useMutation(Operation);
  const [result, setResult] = useState<Result>();
  const send = async (): Promise<void> => {
    setResult(undefined);
    const data = await test.run({ id, url, recording: sampleRecording });
    setResult(data?.testWebhook);
    if (data) onDone();
  };
  return (
    <Dialog title="Send test" onClose={onClose}>
      <div class="form">
        <p>
          Sends a sample <code>recording.processed</code> event with the header{" "}
          <code>webhook-test: true</code> to <strong class="url">{url}</strong>. The receiver has 10
          seconds to respond.
        </p>
        <ProblemAlert problem={test.problem} />
        <div role="status">
          {test.isBusy && <p class="muted">Waiting for the response…</p>}
          {result && <TestResult result={result} />}
        </div>
        <div class="actions">
          <Button onClick={onClose}>Close</Button>
          <Button kind="main" isBusy={test.isBusy} onClick={() => void send()}>
            {result ? "Send again" : "Send"}
          </Button>
        </div>
        <CurlHint path="webhooks/test" method="POST" body={{ url, recording: sampleRecording }} />
      </div>
    </Dialog>
  );
};
