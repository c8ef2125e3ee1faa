import {
  type Command,
  print,
  printJson,
  RefusedError,
  UsageError,
} from "../../base/config/command.js";
import { hasFailureCode } from "../has-failure-code.js";
import { printRows } from "./print-rows.js";
import { runAsOrganization } from "./run-as-organization.js";
import { orgFlag, organizationFlags } from "./shared-flags.js";

const KINDS = new Set(["extension", "phone"]);

const LIST = "{ unmappedNumbers { kind number calls lastReceivedAt } }";
const MAP = `mutation ($kind: NumberKind!, $number: String!, $userEmail: String!) {
  mapNumber(kind: $kind, number: $number, userEmail: $userEmail) { email phones extensions }
}`;
const SET_COUNTRY = "mutation ($country: String) { setCountry(country: $country) { country } }";

interface UnmappedNumber {
  kind: string;
  number: string;
  calls: number;
  lastReceivedAt: string;
}

export const numberList: Command = {
  usage: "number list --org <organization> [--json]",
  description: "list unassigned numbers with waiting calls",
  details: "Lists extensions and phone numbers.",
  requiredArgs: 0,
  options: organizationFlags,
  takesSettings: true,
  run: async (call) =>
    runAsOrganization(call, async (ask) => {
      const { unmappedNumbers } = await ask<{ unmappedNumbers: UnmappedNumber[] }>(LIST);
      if (call.flags["json"]) return printJson({ unmappedNumbers });
      return printRows(
        unmappedNumbers.map(({ kind, number, calls, lastReceivedAt }) => [
          kind,
          JSON.stringify(number),
          `${calls} waiting`,
          lastReceivedAt,
        ]),
      );
    }),
};

export const numberMap: Command = {
  usage: "number map <extension|phone> <number> <email> --org <organization> [--json]",
  description: "assign an extension or a phone number to a user",
  details: "The number's waiting calls become recordings.",
  requiredArgs: 3,
  options: organizationFlags,
  takesSettings: true,
  run: async (call) => {
    const [kind, number, userEmail] = call.args as [string, string, string];
    if (!KINDS.has(kind)) throw new UsageError("the first argument must be extension or phone");
    await runAsOrganization(call, async (ask) => {
      const { mapNumber } = await ask<{
        mapNumber: { email: string; phones: string[]; extensions: string[] };
      }>(MAP, { kind, number, userEmail }).catch((error: unknown) => {
        if (!hasFailureCode(error, "USER_NOT_FOUND")) throw error;
        throw new RefusedError(
          `${userEmail} ${error.reason}; debrief user list shows the users, debrief user invite and POST /v1/users add one`,
        );
      });
      if (call.flags["json"]) printJson(mapNumber);
      else printRows([[mapNumber.email, ...mapNumber.extensions, ...mapNumber.phones]]);
    });
  },
};

export const numberCountry: Command = {
  usage: "number country <code|none> --org <organization>",
  description: "set the country of phone numbers without a country code",
  details: "The code is a country such as DE. none removes the country.",
  requiredArgs: 1,
  options: orgFlag,
  takesSettings: true,
  run: async (call) =>
    runAsOrganization(call, async (ask) => {
      const country = call.args[0] === "none" ? null : call.args[0];
      const { setCountry } = await ask<{ setCountry: { country: string | null } }>(SET_COUNTRY, {
        country,
      });
      print(setCountry.country ?? "none");
    }),
};
