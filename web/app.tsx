import type { ComponentType } from "preact";
import { lazy, LocationProvider, Route, Router, useLocation } from "preact-iso";
import { useEffect } from "preact/hooks";
import { Said } from "./parts/index.js";
import { Layout } from "./parts/layout.js";
import { Missing } from "./parts/missing.js";
import { whenSignedOut } from "./src/ask.js";
import { base, href } from "./src/location.js";
import { screens } from "./screens.js";

const bare = new Set(
  Object.entries(screens).flatMap(([path, entry]) =>
    entry.bare ? [base.pathname + path.slice(1)] : [],
  ),
);

/** Another recording is another screen, not the same one with other data. */
const keyed = (Screen: ComponentType<Record<string, string>>) =>
  function Keyed({ params }: { params: Record<string, string> }) {
    return <Screen key={Object.values(params).join(" ")} {...params} />;
  };

const routes = Object.entries(screens).map(([path, { load }]) => ({
  path: base.pathname + path.slice(1),
  component: keyed(lazy(load) as ComponentType<Record<string, string>>),
}));

const Pages = () => {
  const { path, url, route } = useLocation();
  const isBare = bare.has(path);
  useEffect(
    () =>
      whenSignedOut(() => {
        if (!isBare) route(href("/sign-in", {}, { to: url }), true);
      }),
    [url, isBare, route],
  );
  const router = (
    <Router>
      {routes.map(({ path, component }) => (
        <Route key={path} path={path} component={component as ComponentType} />
      ))}
      <Route default component={Missing} />
    </Router>
  );
  return isBare ? <main class="bare">{router}</main> : <Layout>{router}</Layout>;
};

export const App = () => (
  <LocationProvider scope={base.pathname}>
    <Pages />
    <Said />
  </LocationProvider>
);
