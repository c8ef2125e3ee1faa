import { getAsset, isSea } from "node:sea";
import { print, type Command } from "../../base/config/command.js";

export const licenses: Command = {
  usage: "licenses",
  description: "print the licences of debrief and its packages",
  requiredArgs: 0,
  takesSettings: false,
  run: async () =>
    print(
      isSea()
        ? getAsset("LICENSES", "utf8")
        : "debrief is under the MIT licence; each package in node_modules has its own licence.",
    ),
};
