import { Problem } from "./problem.js";
import { Screen } from "./screen.js";

// The code of a screen is asked for by a name that another version of the program does not have.
const MESSAGE =
  "This page could not be loaded: the server cannot be reached, or it runs another version by now.";

/** Instead of a screen whose code did not arrive. */
export const Unloaded = () => (
  <Screen title="Not loaded">
    <Problem of={{ code: "UNREACHABLE", message: MESSAGE }} retry={() => location.reload()} />
  </Screen>
);
