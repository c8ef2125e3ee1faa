import { LocationProvider, Route, Router, useLocation } from "preact-iso";
import { useEffect } from "preact/hooks";
import { signedOutPaths } from "../src/api/console/paths.js";
import { Toast } from "./parts/index.js";
import { ErrorBoundary } from "./shell/error-boundary.js";
import { Layout } from "./shell/layout.js";
import { NotFound } from "./shell/not-found.js";
import { onSignedOut } from "./lib/send-operation.js";
import { hideToast } from "./lib/toast.js";
import { consoleBase, href } from "./lib/location.js";
import { screenRoutes } from "./routes.js";

const barePaths = new Set([...signedOutPaths].map((path) => href(path)));

const Pages = () => {
  const { path, url, route } = useLocation();
  const isBare = barePaths.has(path);
  useEffect(
    () =>
      onSignedOut(() => {
        // Undo would act for the next user.
        hideToast();
        if (!isBare) route(href("/sign-in", {}, { to: url }), true);
      }),
    [url, isBare, route],
  );
  const router = (
    <ErrorBoundary url={url}>
      <Router>
        {screenRoutes.map(({ path, component }) => (
          <Route key={path} path={path} component={component} />
        ))}
        <Route default component={NotFound} />
      </Router>
    </ErrorBoundary>
  );
  return isBare ? <main class="bare">{router}</main> : <Layout>{router}</Layout>;
};

export const App = () => (
  <LocationProvider scope={consoleBase.pathname}>
    <Pages />
    <Toast />
  </LocationProvider>
);
