import { type Command, print, printJson, UsageError } from "../../base/config/command.js";
import { printRows } from "./print-rows.js";
import { printSourceActivity, SOURCE_FIELDS, type SourceActivity } from "./source-activity.js";
import { readPassword } from "./read-password.js";
import { rethrowAsUsageError, runAsOrganization } from "./run-as-organization.js";
import { orgFlag, organizationFlags } from "./shared-flags.js";

interface Source {
  source: string;
  title: string;
  repChannel: string;
}

interface Login {
  adapter: string;
  host: string;
  kind: string;
  setAt: string;
}

const LIST_SOURCES = `{
  sources { ${SOURCE_FIELDS} }
  callSources { source title repChannel }
  dialerMediaCredentials { adapter host kind setAt }
}`;

const SET_REP_CHANNEL = `mutation ($source: String!, $repChannel: RepChannel) {
  setRepChannel(source: $source, repChannel: $repChannel) { source repChannel }
}`;

const SET_LOGIN = `mutation ($adapter: String!, $input: DialerMediaCredentialInput) {
  setDialerMediaCredential(adapter: $adapter, input: $input) { adapter host kind setAt }
}`;

const CHANNELS = new Set(["left", "right", "caller_left"]);
const KINDS = new Set(["basic", "bearer", "header"]);

/** No fetch precedes an upload, so it has no login. */
const formatLogin = (source: string, login: Login | undefined): string => {
  if (login) return `${login.kind} login for ${login.host}`;
  return source === "upload" ? "" : "no login";
};

export const sourceList: Command = {
  usage: "source list --org <organization> [--json]",
  description: "list call sources with received, waiting and failed calls",
  details: "Also shows the rep's channel and the login of each source.",
  requiredArgs: 0,
  options: organizationFlags,
  takesSettings: true,
  run: async (call) =>
    runAsOrganization(call, async (ask) => {
      const {
        sources: received,
        callSources,
        dialerMediaCredentials,
      } = await ask<{
        sources: SourceActivity[];
        callSources: Source[];
        dialerMediaCredentials: Login[];
      }>(LIST_SOURCES);
      const findLogin = (source: string): Login | undefined =>
        dialerMediaCredentials.find(({ adapter }) => adapter === source);
      if (!call.flags["json"]) {
        if (received.length > 0) {
          printSourceActivity(received);
          print("");
        }
        return printRows(
          callSources.map(({ source, repChannel }) => [
            source,
            repChannel,
            formatLogin(source, findLogin(source)),
          ]),
        );
      }
      const sources = callSources.map((source) => {
        const login = findLogin(source.source);
        return {
          ...source,
          login: login ? { host: login.host, kind: login.kind, setAt: login.setAt } : null,
        };
      });
      return printJson({ sources, received });
    }),
};

export const sourceSetRep: Command = {
  usage: "source set-rep <source> <left|right|caller_left|default> --org <organization> [--json]",
  description: "set the rep's channel in a source's stereo recordings",
  requiredArgs: 2,
  options: organizationFlags,
  takesSettings: true,
  run: async (call) => {
    const [source, channel] = call.args as [string, string];
    if (channel !== "default" && !CHANNELS.has(channel))
      throw new UsageError("the channel must be left, right, caller_left or default");
    await runAsOrganization(call, async (ask) => {
      const { setRepChannel } = await ask<{ setRepChannel: Omit<Source, "title"> }>(
        SET_REP_CHANNEL,
        { source, repChannel: channel === "default" ? null : channel },
      );
      if (call.flags["json"]) printJson(setRepChannel);
      else printRows([[setRepChannel.source, setRepChannel.repChannel]]);
    });
  },
};

export const sourceSetLogin: Command = {
  usage:
    "source set-login <source> <host> --kind <basic|bearer|header> [--name <name>] --org <organization>",
  description: "set the login to fetch a source's recordings",
  details: "debrief uses the login for this host only. Prompts for the secret.",
  requiredArgs: 2,
  options: {
    kind: {
      type: "string",
      value: "<basic|bearer|header>",
      description: "how debrief sends the secret",
    },
    name: {
      type: "string",
      value: "<name>",
      description: "the user name for basic, the header's name for header",
    },
    ...orgFlag,
  },
  takesSettings: true,
  run: async (call) => {
    const [adapter, host] = call.args as [string, string];
    const { kind, name } = call.flags;
    if (typeof kind !== "string" || !KINDS.has(kind))
      throw new UsageError("--kind must be basic, bearer or header");
    await runAsOrganization(call, async (ask) => {
      const input = { host, kind, name, secret: await readPassword("secret") };
      const { setDialerMediaCredential: login } = await rethrowAsUsageError(
        { name: "--name" },
        ask<{ setDialerMediaCredential: Login }>(SET_LOGIN, { adapter, input }),
      );
      printRows([[login.adapter, login.kind, login.host]]);
    });
  },
};

export const sourceRemoveLogin: Command = {
  usage: "source remove-login <source> --org <organization>",
  description: "remove a source's login",
  details: "debrief then fetches the source's recordings without a login.",
  requiredArgs: 1,
  options: orgFlag,
  takesSettings: true,
  run: async (call) =>
    runAsOrganization(call, async (ask) => {
      const adapter = call.args[0]!;
      await ask(SET_LOGIN, { adapter, input: null });
      print(`${adapter}  no login`);
    }),
};
