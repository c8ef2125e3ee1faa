import { LocationProvider, Route, Router, useLocation } from "preact-iso";
import { useEffect } from "preact/hooks";
import { Said } from "./parts/index.js";
import { Boundary } from "./parts/boundary.js";
import { Layout } from "./parts/layout.js";
import { Missing } from "./parts/missing.js";
import { whenSignedOut } from "./src/ask.js";
import { base, href } from "./src/location.js";
import { routes } from "./routes.js";
import { screens } from "./screens.js";

const bare = new Set(
  Object.entries(screens).flatMap(([path, entry]) =>
    entry.bare ? [base.pathname + path.slice(1)] : [],
  ),
);

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
    <Boundary url={url}>
      <Router>
        {routes.map(({ path, component }) => (
          <Route key={path} path={path} component={component} />
        ))}
        <Route default component={Missing} />
      </Router>
    </Boundary>
  );
  return isBare ? <main class="bare">{router}</main> : <Layout>{router}</Layout>;
};

export const App = () => (
  <LocationProvider scope={base.pathname}>
    <Pages />
    <Said />
  </LocationProvider>
);
