import type { RequestProblem } from "../../lib/send-operation.js";
import { Button } from "../button.js";
import { Icon } from "../icon.js";

// Input errors need no look-up in the log, so their request ID isn't shown.
const isInputError = ({ field, code }: RequestProblem): boolean =>
  field !== undefined || code === "UNAUTHENTICATED";

/** Shows why a request failed, its ID in the server's log, and a button to try again. */
export const ProblemAlert = ({
  problem,
  onRetry,
}: {
  problem: RequestProblem | undefined;
  onRetry?: (() => void) | undefined;
}) =>
  problem && (
    <div class="problem" role="alert">
      <Icon name="alert" />
      <div>
        <p>{problem.message}</p>
        {problem.requestId && !isInputError(problem) && (
          <p class="muted small">
            Request <code>{problem.requestId}</code>
          </p>
        )}
      </div>
      {onRetry && <Button onClick={onRetry}>Try again</Button>}
    </div>
  );
