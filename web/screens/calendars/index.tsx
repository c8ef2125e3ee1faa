import { SettingsScreen } from "../settings/settings-screen.js";
import { CalendarsSection } from "./calendars-section.js";

/** The calendars whose events become appointments. */
const Calendars = () => (
  <SettingsScreen title="Calendars">
    <div class="stack">
      <CalendarsSection />
    </div>
  </SettingsScreen>
);

export default Calendars;
