import { consoleBase } from "./location.js";

const meta = document.querySelector<HTMLMetaElement>("meta[name=sign-in-provider]");

/** The sign-in provider's name; undefined without one. The server writes it into the page. */
export const providerName = meta?.content || undefined;

/** Whether the provider has an address to end its own session. */
export const canEndProviderSession = meta?.dataset["endsSessions"] !== undefined;

const buildUrl = (path: string): URL => new URL(path, consoleBase);

/** Builds the address that starts signing in at the provider. `target`: the path to open afterwards. */
export const buildProviderSignInUrl = (target: string): string => {
  const url = buildUrl("openid/start");
  url.searchParams.set("to", target);
  return url.href;
};

export const providerSignOutUrl = buildUrl("openid/sign-out").href;
