import { analyze } from "./analyze.js";
import {
  calendarAdd,
  calendarDelete,
  calendarList,
  calendarPoll,
  calendarUpdate,
} from "./calendars.js";
import { clockConfirm } from "./clock.js";
import { copy } from "./copy.js";
import { formatHelp } from "../help.js";
import { resolveWidth } from "../wrap.js";
import { print, type Command, type CommandGroup } from "../../base/config/command.js";
import { adminCreate, adminDelete, adminSetupLink, adminList, adminSetPassword } from "./admins.js";
import { backup } from "./backup.js";
import { webhookDeliveries, webhookRedeliver } from "./deliveries.js";
import { doctor } from "./doctor.js";
import { demo } from "./demo.js";
import { exportCommand } from "./export.js";
import { importCommand } from "./import.js";
import { importCalls } from "./import-calls.js";
import { health } from "./health.js";
import { keyRefresh, tokenCreate } from "./keys.js";
import { listen } from "./listen.js";
import { licenses } from "./licenses.js";
import { mcp } from "./mcp.js";
import { numberCountry, numberList, numberMap } from "./numbers.js";
import { orgCreate, orgList } from "./organizations.js";
import { migrateCommand, openapi, schema, versionCommand } from "./schema.js";
import { restore } from "./restore.js";
import { retentionReport, retentionRun } from "./retention.js";
import { serve } from "./serve.js";
import { sourceRetry } from "./source-retry.js";
import { sourceList, sourceRemoveLogin, sourceSetLogin, sourceSetRep } from "./sources.js";
import { keyCreate, keyList, keyRevoke } from "./named-keys.js";
import { userInvite, userList, userRole } from "./users.js";
import { watch } from "./watch.js";
import { webhookCreate, webhookList, webhookTest } from "./webhooks.js";

const help: Command = {
  usage: "help [<command>|settings]",
  description: "show a command, a group such as source, or the settings",
  requiredArgs: 0,
  optionalArgs: 2,
  takesSettings: false,
  run: async ({ args }) => print(formatHelp(commandGroups, args, resolveWidth())),
};

/** All commands, in the order of the help page. */
export const commandGroups: readonly CommandGroup[] = [
  {
    title: "Run",
    commands: {
      serve,
      analyze,
      demo,
      health,
      mcp,
    },
  },
  {
    title: "Organizations and keys",
    commands: {
      "org create": orgCreate,
      "org list": orgList,
      "key refresh": keyRefresh,
      "key create": keyCreate,
      "key list": keyList,
      "key revoke": keyRevoke,
      "token create": tokenCreate,
    },
  },
  {
    title: "People",
    commands: {
      "admin create": adminCreate,
      "admin list": adminList,
      "admin set-password": adminSetPassword,
      "admin delete": adminDelete,
      "admin setup-link": adminSetupLink,
      "user invite": userInvite,
      "user list": userList,
      "user role": userRole,
    },
  },
  {
    title: "Calls and calendars",
    commands: {
      "source list": sourceList,
      "source retry": sourceRetry,
      "source set-rep": sourceSetRep,
      "source set-login": sourceSetLogin,
      "source remove-login": sourceRemoveLogin,
      "number list": numberList,
      "number map": numberMap,
      "number country": numberCountry,
      watch,
      "import-calls": importCalls,
      "calendar list": calendarList,
      "calendar add": calendarAdd,
      "calendar delete": calendarDelete,
      "calendar poll": calendarPoll,
      "calendar update": calendarUpdate,
    },
  },
  {
    title: "Webhooks and events",
    commands: {
      "webhook list": webhookList,
      "webhook create": webhookCreate,
      "webhook test": webhookTest,
      "webhook deliveries": webhookDeliveries,
      "webhook redeliver": webhookRedeliver,
      listen,
    },
  },
  {
    title: "Data and upkeep",
    commands: {
      migrate: migrateCommand,
      backup,
      restore,
      export: exportCommand,
      import: importCommand,
      copy,
      "retention report": retentionReport,
      "retention run": retentionRun,
      "clock confirm": clockConfirm,
      doctor,
    },
  },
  {
    title: "Print",
    commands: {
      schema,
      openapi,
      licenses,
      version: versionCommand,
      help,
    },
  },
];
