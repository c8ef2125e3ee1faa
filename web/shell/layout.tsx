import type { ComponentChildren } from "preact";
import { useLocation } from "preact-iso";
import { useEffect, useState } from "preact/hooks";
import { base, href } from "../src/location.js";
import { useQuery } from "../src/query.js";
import { screens } from "../screens.js";
import { ViewerOfConsole } from "../src/viewer.graphql.js";
import { Account } from "./account.js";
import { Brand } from "./brand.js";
import { Icon } from "./icon.js";

const links = Object.entries(screens).flatMap(([path, { nav }]) =>
  nav ? [{ ...nav, path: base.pathname + path.slice(1) }] : [],
);

const Navigation = ({ open, children }: { open: boolean; children: ComponentChildren }) => {
  const { path } = useLocation();
  const current = (link: string) =>
    path === link ? "page" : path.startsWith(`${link}/`) ? "true" : undefined;
  return (
    <nav id="navigation" aria-label="Main" class={open ? "open" : undefined}>
      <ul>
        {links.map((link) => (
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

// The page has a base, against which "#main" alone would be another page.
const skip = (event: Event): void => {
  event.preventDefault();
  document.querySelector<HTMLElement>("main")?.focus();
};

/** Around every screen of whoever has signed in. */
export const Layout = ({ children }: { children: ComponentChildren }) => {
  const { path } = useLocation();
  const [open, setOpen] = useState(false);
  const { data } = useQuery(ViewerOfConsole, {});
  useEffect(() => setOpen(false), [path]);
  return (
    <div class="layout">
      <a class="skip" href="#main" onClick={skip}>
        Skip to the content
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
        <Navigation open={open}>
          <Account of={data?.viewer} />
        </Navigation>
      </header>
      <main id="main" tabIndex={-1}>
        {children}
      </main>
    </div>
  );
};
