import type { Middleware } from "koa";
import { findClip } from "../../../db/clips/clip.js";
import { findClipIdByLink } from "../../../db/clips/links.js";
import { hashSecret } from "../../../graph/access/credentials.js";
import { isPlayable } from "../../../graph/clips/clip.js";
import { notFound } from "../../../graph/core/errors.js";
import type { RestServices } from "../../../rest/rest-services.js";
import { openClip } from "./clip-endpoint.js";
import { createFileRoute } from "./media-route.js";

/**
 * GET /listen/{token}: sends a clip's audio to anyone with a valid link. An unknown, expired or ended link, a deleted
 * clip, a hidden call, and audio that is not there are all answered like an unknown path.
 */
export const createClipLinkEndpoint = (services: RestServices): Middleware =>
  createFileRoute({
    pattern: /^\/listen\/([^/]+)\/?$/,
    route: "/listen/:token",
    authorize: async (ctx) => {
      await services.limiter?.checkFailedAttempts(ctx);
      return "anyone" as const;
    },
    find: async (ctx, _, token) => {
      const { db, now } = services;
      const link = await findClipIdByLink(db, hashSecret(token), now());
      if (!link) {
        await services.limiter?.countFailedAttempt(ctx);
        return undefined;
      }
      const clip = await findClip(db, link.organizationId, link.clipId, { seesHidden: false });
      if (!clip || !isPlayable(clip)) return undefined;
      // The address is the secret: no other site learns it, and no index lists it.
      ctx.set({ "referrer-policy": "no-referrer", "x-robots-tag": "noindex, nofollow" });
      const { missing, ...file } = await openClip(services, link.organizationId, clip);
      return {
        ...file,
        // The title is for those with whom the clip is shared.
        name: "clip",
        missing: async () => {
          await missing();
          return notFound();
        },
        onPlayed: () => {},
      };
    },
  });
