import { actionItemRoutes } from "./action-items.js";
import { appointmentRoutes } from "./appointments.js";
import { callRoutes } from "./calls.js";
import { clientRoutes } from "./clients.js";
import { clipRoutes } from "./clips.js";
import { commentRoutes } from "./comments.js";
import { eventRoutes } from "./events.js";
import { recordingRoutes } from "./recordings.js";
import type { Route } from "../route.js";
import { sentenceRoutes } from "./sentences.js";
import { statsRoutes } from "./stats.js";
import { teamRoutes } from "./teams.js";
import { transcriptRoutes } from "./transcripts.js";
import { userRoutes } from "./users.js";
import { webhookRoutes } from "./webhooks.js";

/** Every endpoint of /v1. */
export const restRoutes: Route[] = [
  ...appointmentRoutes,
  ...clientRoutes,
  ...recordingRoutes,
  ...transcriptRoutes,
  ...actionItemRoutes,
  ...commentRoutes,
  ...clipRoutes,
  ...sentenceRoutes,
  ...statsRoutes,
  ...teamRoutes,
  ...userRoutes,
  ...webhookRoutes,
  ...eventRoutes,
  ...callRoutes,
];
