import { href } from "../lib/location.js";
import { EmptyState } from "../parts/page/empty-state.js";
import { Screen } from "../parts/page/screen.js";

/** Replaces an admin screen for managers and reps. */
export const AdminsOnly = () => (
  <Screen title="For admins">
    <EmptyState title="Only admins see this page">
      <p>
        <a href={href("/recordings")}>Go to recordings</a>
      </p>
    </EmptyState>
  </Screen>
);
