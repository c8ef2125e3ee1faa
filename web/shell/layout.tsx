import type { ComponentChildren } from "preact";
import { useLocation } from "preact-iso";
import { useEffect, useState } from "preact/hooks";
import { consoleBase, href } from "../lib/location.js";
import { useQuery } from "../lib/use-query.js";
import { screens } from "../screens.js";
import { ViewerOfConsole } from "../lib/viewer.graphql.js";
import { AccountMenu } from "./account-menu.js";
import { Brand } from "../parts/brand.js";
import { Icon } from "../parts/icon.js";

const navLinks = Object.entries(screens).flatMap(([path, { nav }]) =>
  nav ? [{ ...nav, path: consoleBase.pathname + path.slice(1) }] : [],
);

const Navigation = ({ isOpen, children }: { isOpen: boolean; children: ComponentChildren }) => {
  const { path } = useLocation();
  const current = (link: string) =>
    path === link ? "page" : path.startsWith(`${link}/`) ? "true" : undefined;
  return (
    <nav id="navigation" aria-label="Main" class={isOpen ? "open" : undefined}>
      <ul>
        {navLinks.map((link) => (
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
  const { data } = useQuery(ViewerOfConsole, {});
  useEffect(() => setOpen(false), [path]);
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
        <Navigation isOpen={open}>
          <AccountMenu viewer={data?.viewer} />
        </Navigation>
      </header>
      <main id="main" tabIndex={-1}>
        {children}
      </main>
    </div>
  );
};
