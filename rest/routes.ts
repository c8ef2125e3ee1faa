import { appointments } from "./appointments.js";
import { calls } from "./calls.js";
import { clients } from "./clients.js";
import { events } from "./events.js";
import { recordings } from "./recordings.js";
import type { Route } from "./route.js";
import { stats } from "./stats.js";
import { teams } from "./teams.js";
import { transcripts } from "./transcripts.js";
import { users } from "./users.js";
import { webhooks } from "./webhooks.js";

/** Every endpoint of /v1. */
export const routes: Route[] = [
  ...appointments,
  ...clients,
  ...recordings,
  ...transcripts,
  ...stats,
  ...teams,
  ...users,
  ...webhooks,
  ...events,
  ...calls,
];
