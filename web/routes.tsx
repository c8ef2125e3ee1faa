import type { ComponentType } from "preact";
import { lazy } from "preact-iso";
import { useState } from "preact/hooks";
import { Unloaded } from "./parts/unloaded.js";
import { base } from "./src/location.js";
import { screens } from "./screens.js";

type Load = (typeof screens)[keyof typeof screens]["load"];

// A browser does not ask a second time for a script that it could not import, nor is one there that
// another version of the program had: the page as a whole is what can be had again. Where the server
// cannot be reached, the page that is there is better than none.
const loadPage: Load = async () => {
  await fetch(location.href, { method: "HEAD" });
  location.reload();
  return new Promise(() => {});
};

/** A screen that is loaded when it is first shown. Where that fails, the next time is another try. */
const loaded = (load: Load): ComponentType<object> => {
  const begin = (by: Load): ComponentType<object> =>
    lazy(() =>
      by().catch(() => {
        latest = begin(loadPage);
        return { default: Unloaded };
      }),
    );
  let latest = begin(load);
  return function Loaded(ids) {
    // It stays what it is until it is gone to again, or it would try on and on.
    const [Screen] = useState(() => latest);
    return <Screen {...ids} />;
  };
};

/** Another recording is another screen, not the same one with other data. */
const keyed = (Screen: ComponentType<object>) =>
  function Keyed({ params }: { params: Record<string, string> }) {
    return <Screen key={Object.values(params).join(" ")} {...params} />;
  };

/** The screens by the patterns of their paths, as a router has them. */
export const routes = Object.entries(screens).map(([path, { load }]) => ({
  path: base.pathname + path.slice(1),
  component: keyed(loaded(load)) as ComponentType,
}));
