import type { ComponentChildren } from "preact";
import { useLocation } from "preact-iso";
import type { ScreenPath } from "../../../src/api/console/paths.js";
import { Screen } from "../../parts/index.js";
import { href } from "../../lib/location.js";
import { useIsAdmin } from "../../lib/use-is-admin.js";

/** The sections of the settings. `isForAdmins`: managers and reps don't see it. */
const sections: { path: ScreenPath; text: string; isForAdmins?: true }[] = [
  { path: "/settings", text: "Your account" },
  { path: "/settings/keys", text: "Keys" },
  { path: "/settings/organization", text: "Organization", isForAdmins: true },
  { path: "/settings/calendars", text: "Calendars", isForAdmins: true },
  { path: "/settings/vocabulary", text: "Vocabulary", isForAdmins: true },
  { path: "/settings/privacy", text: "Privacy and retention", isForAdmins: true },
  { path: "/settings/audit-log", text: "Audit log", isForAdmins: true },
];

/** The frame of a section of the settings, with links to the others. */
export const SettingsScreen = ({
  title,
  actions,
  children,
}: {
  title: string;
  actions?: ComponentChildren;
  children: ComponentChildren;
}) => {
  const isAdmin = useIsAdmin();
  const { path } = useLocation();
  return (
    <Screen title={title} actions={actions}>
      <nav class="views" aria-label="Settings">
        <ul>
          {sections
            .filter(({ isForAdmins }) => isAdmin || !isForAdmins)
            .map((section) => (
              <li key={section.path}>
                <a
                  href={href(section.path)}
                  aria-current={path === href(section.path) ? "page" : undefined}
                >
                  {section.text}
                </a>
              </li>
            ))}
        </ul>
      </nav>
      {children}
    </Screen>
  );
};
