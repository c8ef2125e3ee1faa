import type { Context, Middleware } from "koa";
import type { Knex } from "knex";
import type { Services } from "../../../graph/context/context.js";
import { auditOpenIdRefusal } from "../../../graph/sign-in/openid-audit.js";
import { OpenIdRefusal } from "../../../graph/sign-in/openid-refusal.js";
import { signInByOpenId } from "../../../graph/sign-in/openid-sign-in.js";
import { generateToken } from "../../../graph/sign-in/sessions.js";
import type { RequestState } from "../../../rest/rest-context.js";
import { answerUnsupportedMethod } from "../../../rest/unsupported-method.js";
import { isSecureUrl } from "../console/console-page.js";
import { setCookie } from "../console/cookie.js";
import { resolveCallerAddress, type TrustedProxies } from "../../base/net/trusted-proxies.js";
import type { Log } from "../../base/log/log.js";
import { type Attempt, storeAttempt, takeAttempt } from "./attempt-cookie.js";
import type { AttemptLimits } from "./attempt-limits.js";
import type { OpenIdProvider } from "./provider.js";
import { ProviderUnavailableError } from "./refused-answer.js";
import { findReturnTarget } from "./return-target.js";

const START = "/openid/start";
const CALLBACK = "/openid/callback";
const SIGN_OUT = "/openid/sign-out";
const SEE_OTHER = 303;

interface EndpointOptions {
  services: Services & { db: Knex };
  provider: OpenIdProvider;
  log: Log;
  proxies: TrustedProxies | undefined;
}

/** A query parameter may occur twice. */
const readQuery = (ctx: Context, name: string): string =>
  new URLSearchParams(ctx.querystring).get(name) ?? "";

const redirect = (ctx: Context, url: string): void => {
  ctx.status = SEE_OTHER;
  ctx.set("location", url);
  ctx.body = "";
};

/** Returns the attempt that this answer belongs to. @throws OpenIdRefusal */
const validateAttempt = async (
  attempt: Attempt | undefined,
  state: string,
  now: number,
  { consumeState }: AttemptLimits,
): Promise<Attempt> => {
  if (!attempt) throw new OpenIdRefusal("no_attempt");
  if (now >= attempt.expiresAt) throw new OpenIdRefusal("attempt_expired");
  if (state !== attempt.state) throw new OpenIdRefusal("state_mismatch");
  if (!(await consumeState(state))) throw new OpenIdRefusal("state_reused");
  return attempt;
};

/**
 * Serves the OpenID Connect sign-in: /openid/start redirects the browser to the provider, which redirects it to
 * /openid/callback; /openid/sign-out ends the provider's session. All URLs derive from `services.publicUrl`.
 */
export const createOpenIdEndpoint = ({
  services,
  provider,
  log,
  proxies,
}: EndpointOptions): Middleware => {
  // Loaded on demand: the rate limiter is slow to load.
  let loading: Promise<AttemptLimits> | undefined;
  const loadLimits = async (): Promise<AttemptLimits> =>
    (loading ??= import("./attempt-limits.js").then(({ createAttemptLimits }) =>
      createAttemptLimits(services.db),
    ));

  const showProblem = (ctx: Context, problem: string): void =>
    redirect(ctx, `${services.publicUrl}/sign-in?problem=${problem}`);

  const start = async (ctx: Context): Promise<void> => {
    const { publicUrl, randomBytes } = services;
    const target = findReturnTarget(publicUrl, readQuery(ctx, "to"));
    if (target === undefined) throw new OpenIdRefusal("return_path_outside");
    const [state, nonce, verifier] = [1, 2, 3].map(() => generateToken(randomBytes)) as [
      string,
      string,
      string,
    ];
    const secrets = { state, nonce, verifier };
    const url = await provider.buildSignInUrl(publicUrl + CALLBACK, secrets);
    storeAttempt(ctx, { isSecure: isSecureUrl(publicUrl) }, services, { ...secrets, target });
    redirect(ctx, url.href);
  };

  const finish = async (ctx: Context, limits: AttemptLimits, ipAddress: string | null) => {
    const { publicUrl } = services;
    const page = { isSecure: isSecureUrl(publicUrl) };
    const now = services.now();
    const taken = takeAttempt(ctx, page, services);
    const attempt = await validateAttempt(taken, readQuery(ctx, "state"), now, limits);
    const answer = new URL(`${publicUrl}${CALLBACK}?${ctx.querystring}`);
    const claims = await provider.redeem(answer, attempt);
    const browser = { ipAddress, userAgent: ctx.get("user-agent") };
    const session = await signInByOpenId(services, provider.settings, claims, browser);
    const seconds = Math.round((session.expiresAt - services.now()) / 1000);
    setCookie(ctx, page, session.token, seconds);
    redirect(ctx, new URL(publicUrl).origin + attempt.target);
  };

  const signOut = async (ctx: Context): Promise<void> => {
    const returnTo = `${services.publicUrl}/sign-in`;
    redirect(ctx, (await provider.buildSignOutUrl(returnTo))?.href ?? returnTo);
  };

  /** Runs a step of the sign-in. Failures lead to the sign-in page, which shows the problem. */
  const attemptStep = async (
    ctx: Context,
    step: (limits: AttemptLimits, ipAddress: string | null) => Promise<void>,
  ): Promise<void> => {
    const limits = await loadLimits();
    const address = resolveCallerAddress(ctx.req, proxies);
    const caller = {
      address: address ?? ctx.req.socket.remoteAddress ?? "",
      isAddressShared: address === undefined,
    };
    // Counts first: concurrent attempts would otherwise all pass the limit.
    if (!(await limits.count(caller))) return showProblem(ctx, "too_many_attempts");
    const { requestId } = ctx.state as RequestState;
    try {
      await step(limits, address ?? null);
      await limits.forgive(caller);
    } catch (error) {
      if (error instanceof OpenIdRefusal) {
        log.warn({ requestId, ip: address, reason: error.detail }, "refused sign-in");
        await auditOpenIdRefusal(services, error, address ?? null);
        return showProblem(ctx, error.detail);
      }
      await limits.forgive(caller);
      if (!(error instanceof ProviderUnavailableError)) throw error;
      log.warn({ requestId, reason: error.message }, "the sign-in provider is unavailable");
      showProblem(ctx, "provider_unavailable");
    }
  };

  const steps: Record<string, (ctx: Context) => Promise<void>> = {
    [START]: async (ctx) => attemptStep(ctx, async () => start(ctx)),
    [CALLBACK]: async (ctx) =>
      attemptStep(ctx, async (limits, ipAddress) => finish(ctx, limits, ipAddress)),
    [SIGN_OUT]: async (ctx) => attemptStep(ctx, async () => signOut(ctx)),
  };

  return async (ctx, next) => {
    const step = Object.hasOwn(steps, ctx.path) ? steps[ctx.path] : undefined;
    if (!step) return next();
    ctx.state["route"] = ctx.path;
    ctx.set({ "cache-control": "no-store", "referrer-policy": "no-referrer" });
    if (ctx.method !== "GET") return answerUnsupportedMethod(ctx, ["GET"]);
    return step(ctx);
  };
};
