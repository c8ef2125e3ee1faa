import { href } from "../src/location.js";
import { Empty } from "./empty.js";
import { Screen } from "./screen.js";

/** For an address that is no screen. */
export const Missing = () => (
  <Screen title="Not found">
    <Empty title="There is no such page">
      <p>
        <a href={href("/recordings")}>Go to the recordings</a>
      </p>
    </Empty>
  </Screen>
);
