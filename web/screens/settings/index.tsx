import { AccountSection } from "./account-section.js";
import { SettingsScreen } from "./settings-screen.js";

/** The viewer's own sessions and password. */
const Settings = () => (
  <SettingsScreen title="Your account">
    <div class="stack">
      <AccountSection />
    </div>
  </SettingsScreen>
);

export default Settings;
