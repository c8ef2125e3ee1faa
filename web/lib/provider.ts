import { consoleBase } from "./location.js";

const meta = document.querySelector<HTMLMetaElement>("meta[name=sign-in-provider]");

/** What the provider to sign in with is called; undefined without one. The server writes it into the page. */
export const providerName = meta?.content || undefined;

/** Whether the provider has an address to end its own session. */
export const canEndProviderSession = meta?.dataset["endsSessions"] !== undefined;

const buildUrl = (path: string): URL => new URL(path, consoleBase);

/** Builds the address where signing in at the provider starts. `target`: the path to go to then. */
export const buildProviderSignInUrl = (target: string): string => {
  const url = buildUrl("openid/start");
  url.searchParams.set("to", target);
  return url.href;
};

export const providerSignOutUrl = buildUrl("openid/sign-out").href;
