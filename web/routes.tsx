import type { ComponentType } from "preact";
import { lazy } from "preact-iso";
import { useState } from "preact/hooks";
import { LoadFailed } from "./shell/load-failed.js";
import { consoleBase } from "./lib/location.js";
import { screens } from "./screens.js";

type Load = (typeof screens)[keyof typeof screens]["load"];

// A browser doesn't request a script again after a failed import, and a new server version has other
// script names. Only reloading the page helps. Checks first that the server is reachable: the present page
// is better than the browser's error page.
const reloadPage: Load = async () => {
  await fetch(location.href, { method: "HEAD" });
  location.reload();
  return new Promise(() => {});
};

/** Creates a component that loads a screen on its first render. After a failure, the next visit tries again. */
const createLazyScreen = (load: Load): ComponentType<object> => {
  const createAttempt = (loadScreen: Load): ComponentType<object> =>
    lazy(() =>
      loadScreen().catch(() => {
        latest = createAttempt(reloadPage);
        return { default: LoadFailed };
      }),
    );
  let latest = createAttempt(load);
  return function Loaded(ids) {
    // Keeps the failed screen until the next visit: otherwise each render would try again.
    const [Screen] = useState(() => latest);
    return <Screen {...ids} />;
  };
};

/** Gives each path its own component instance: another recording starts with fresh state. */
const withKey = (Screen: ComponentType<object>) =>
  function Keyed({ params }: { params: Record<string, string> }) {
    return <Screen key={Object.values(params).join(" ")} {...params} />;
  };

/** The router's paths and components. */
export const screenRoutes = Object.entries(screens).map(([path, { load }]) => ({
  path: consoleBase.pathname + path.slice(1),
  component: withKey(createLazyScreen(load)) as ComponentType,
}));
