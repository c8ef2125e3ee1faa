import { analyze } from "./analyze.js";
import { copy } from "./copy.js";
import { help } from "../help.js";
import { print, type Verb } from "../verb.js";
import { adminCreate, adminDelete, adminLink, adminList, adminPassword } from "./admins.js";
import { backup } from "./backup.js";
import { webhookDeliveries, webhookRedeliver } from "./deliveries.js";
import { doctor } from "./doctor.js";
import { demo } from "./demo.js";
import { exportVerb } from "./export.js";
import { importVerb } from "./import.js";
import { health } from "./health.js";
import { keyRefresh, tokenCreate } from "./keys.js";
import { listen } from "./listen.js";
import { licenses } from "./licenses.js";
import { mcp } from "./mcp.js";
import { orgCreate, orgList } from "./organizations.js";
import { migrateVerb, openapi, schema, versionVerb } from "./schema.js";
import { restore } from "./restore.js";
import { retention } from "./retention.js";
import { serve } from "./serve.js";
import { webhookCreate, webhookList, webhookTest } from "./webhooks.js";

/** Every verb, in the order of the help page. */
export const verbs: Record<string, Verb> = {
  serve,
  analyze,
  demo,
  "org create": orgCreate,
  "org list": orgList,
  "key refresh": keyRefresh,
  "token create": tokenCreate,
  "admin create": adminCreate,
  "admin list": adminList,
  "admin password": adminPassword,
  "admin delete": adminDelete,
  "admin link": adminLink,
  "webhook list": webhookList,
  "webhook create": webhookCreate,
  "webhook test": webhookTest,
  "webhook deliveries": webhookDeliveries,
  "webhook redeliver": webhookRedeliver,
  listen,
  retention,
  migrate: migrateVerb,
  backup,
  restore,
  export: exportVerb,
  import: importVerb,
  copy,
  doctor,
  health,
  mcp,
  schema,
  openapi,
  licenses,
  version: versionVerb,
  help: {
    usage: "help",
    about: "show this page",
    args: 0,
    configured: false,
    run: async () => print(help(verbs)),
  },
};
