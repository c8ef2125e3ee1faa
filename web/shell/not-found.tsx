import { href } from "../lib/location.js";
import { EmptyState } from "../parts/page/empty-state.js";
import { Screen } from "../parts/page/screen.js";

/** The page for an unknown address. */
export const NotFound = () => (
  <Screen title="Page not found">
    <EmptyState title="This page doesn't exist">
      <p>
        <a href={href("/recordings")}>Go to recordings</a>
      </p>
    </EmptyState>
  </Screen>
);
