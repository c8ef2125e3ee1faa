import { getAsset, isSea } from "node:sea";
import { print, type Verb } from "../verb.js";

export const licenses: Verb = {
  usage: "licenses",
  about: "print the licences of debrief and of all that the single executable has in it",
  args: 0,
  configured: false,
  run: async () =>
    print(
      isSea()
        ? getAsset("LICENSES", "utf8")
        : "debrief is under the MIT licence, and each package in node_modules under its own.",
    ),
};
