import type { Problem as Reason } from "../src/ask.js";
import { Button } from "./button.js";
import { Icon } from "./icon.js";

// What somebody entered is nothing to look up in the log.
const isOfReader = ({ field, code }: Reason): boolean =>
  field !== undefined || code === "UNAUTHENTICATED";

/** Why something did not work, by which id the log has it, and another try where that can help. */
export const Problem = ({
  of,
  retry,
}: {
  of: Reason | undefined;
  retry?: (() => void) | undefined;
}) =>
  of && (
    <div class="problem" role="alert">
      <Icon name="alert" />
      <div>
        <p>{of.message}</p>
        {of.requestId && !isOfReader(of) && (
          <p class="muted small">
            Request <code>{of.requestId}</code>
          </p>
        )}
      </div>
      {retry && <Button onClick={retry}>Try again</Button>}
    </div>
  );
