import { ProblemAlert } from "../parts/page/problem-alert.js";
import { Screen } from "../parts/page/screen.js";

// A screen's file name contains a hash, so another version of the server doesn't have it.
const MESSAGE = "This page couldn't be loaded. The server is unreachable, or it has been updated.";

/** Replaces a screen whose code failed to load. */
export const LoadFailed = () => (
  <Screen title="Page not loaded">
    <ProblemAlert
      problem={{ code: "UNREACHABLE", message: MESSAGE }}
      onRetry={() => location.reload()}
    />
  </Screen>
);
