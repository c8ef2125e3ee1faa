import type { ComponentChildren } from "preact";
import { useLocation } from "preact-iso";
import { useCallback, useEffect, useState } from "preact/hooks";
import { consoleBase, href } from "../lib/location.js";
import { useQuery } from "../lib/use-query.js";
import { findScreen } from "../../src/api/console/paths.js";
import { IsAdmin } from "../lib/use-is-admin.js";
import { IsManager } from "../lib/use-is-manager.js";
import { ViewerEmail } from "../lib/use-viewer-email.js";
import { screens } from "../screens.js";
import { Skeleton } from "../parts/page/skeleton.js";
import { ViewerOfConsole } from "../lib/viewer.graphql.js";
import { AdminsOnly } from "./admins-only.js";
import { AccountMenu } from "./account-menu.js";
import { Brand } from "../parts/brand.js";
import { Icon } from "../parts/icon.js";
import { KeysDialog } from "./keys-dialog.js";
import { useShellKeys } from "./use-shell-keys.js";

const navLinks = Object.entries(screens).flatMap(([path, { nav, isForAdmins }]) =>
  nav ? [{ ...nav, isForAdmins, path: consoleBase.pathname + path.slice(1) }] : [],
);

const isBelow = (path: string, link: string): boolean =>
  link !== consoleBase.pathname && path.startsWith(`${link}/`);

const Navigation = ({
  isOpen,
  isAdmin,
  isManager,
  isLoading,
  children,
}: {
  isOpen: boolean;
  isAdmin: boolean;
  /** Also true for admins. */
  isManager: boolean;
  isLoading: boolean;
  children: ComponentChildren;
}) => {
  const { path } = useLocation();
  const current = (link: string) =>
    path === link ? "page" : isBelow(path, link) ? "true" : undefined;
  const viewers = { admins: isAdmin, managers: isManager, reps: !isManager };
  return (
    <nav id="navigation" aria-label="Main" class={isOpen ? "open" : undefined}>
      {/* Invisible links keep the places, so that nothing moves once the viewer is known. */}
      <ul class={isLoading ? "pending" : undefined}>
        {navLinks
          .filter(
            ({ isForAdmins, for: role }) => (isAdmin || !isForAdmins) && (!role || viewers[role]),
          )
          .map((link) => (
            <li key={link.path}>
              <a href={link.path} aria-current={current(link.path)}>
                <Icon name={link.icon} />
                {link.text}
              </a>
            </li>
          ))}
      </ul>
      {children}
    </nav>
  );
};

// The page has a <base>, against which "#main" would resolve to another page.
const skipToMain = (event: Event): void => {
  event.preventDefault();
  document.querySelector<HTMLElement>("main")?.focus();
};

/** The frame of every signed-in screen: header, navigation and main region. */
export const Layout = ({ children }: { children: ComponentChildren }) => {
  const { path } = useLocation();
  const [open, setOpen] = useState(false);
  const [showsKeys, setShowsKeys] = useState(false);
  useShellKeys(useCallback(() => setShowsKeys(true), []));
  const { data, problem } = useQuery(ViewerOfConsole, {});
  useEffect(() => setOpen(false), [path]);
  // If the viewer can't be loaded, the screen's own requests show the problem.
  const isAdmin = data ? data.viewer.role === "internal" : problem !== undefined;
  const isManager = isAdmin || data?.viewer.isManager === true;
  const isLoading = !data && !problem;
  const screen = findScreen(`/${path.slice(consoleBase.pathname.length)}`);
  const isHidden = screen !== undefined && screens[screen].isForAdmins === true && !isAdmin;
  return (
    <div class="layout">
      <a class="skip" href="#main" onClick={skipToMain}>
        Skip to content
      </a>
      <header class="bar">
        <a class="brand" href={href("/")}>
          <Brand />
        </a>
        <p class="organization">{data?.viewer.organization?.name}</p>
        <button
          type="button"
          class="button quiet menu"
          aria-expanded={open}
          aria-controls="navigation"
          onClick={() => setOpen(!open)}
        >
          <Icon name="menu" />
          Menu
        </button>
        {/* While loading, the places are those of an admin, who has the most links. */}
        <Navigation
          isOpen={open}
          isAdmin={isAdmin || isLoading}
          isManager={isManager || isLoading}
          isLoading={isLoading}
        >
          <AccountMenu viewer={data?.viewer} onKeys={() => setShowsKeys(true)} />
        </Navigation>
      </header>
      {showsKeys && <KeysDialog onClose={() => setShowsKeys(false)} />}
      <main id="main" tabIndex={-1}>
        {isLoading ? (
          <Skeleton rows={10} />
        ) : (
          <IsAdmin.Provider value={isAdmin}>
            <IsManager.Provider value={isManager}>
              <ViewerEmail.Provider value={data?.viewer.user?.email}>
                {isHidden ? <AdminsOnly /> : children}
              </ViewerEmail.Provider>
            </IsManager.Provider>
          </IsAdmin.Provider>
        )}
      </main>
    </div>
  );
};
