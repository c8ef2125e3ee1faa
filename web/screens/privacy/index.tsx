import { SettingsScreen } from "../settings/settings-screen.js";
import { PrivacySection } from "./privacy-section.js";
import { RetentionSection } from "./retention-section.js";

/** What is redacted, what happens without consent, and how long data stays. */
const Privacy = () => (
  <SettingsScreen title="Privacy and retention">
    <div class="stack">
      <RetentionSection />
      <PrivacySection />
    </div>
  </SettingsScreen>
);

export default Privacy;
