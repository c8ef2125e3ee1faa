import { binary, createInstallation } from "../helpers/server/program.js";
import { startServer } from "../helpers/server.js";
import { createSuite } from "../helpers/create-suite.js";
import { type RemoteServer, createRequester, buildTenant } from "../helpers/tenant.js";

const CREATE = `mutation ($name: String!) {
  made: createOrganization(name: $name) {
    organization { id } apiKey internalToken signingSecret dialerUrl
  }
}`;

/** Starts the program as a user does. */
const startProgram = async (): Promise<RemoteServer & { stop: () => Promise<void> }> => {
  const program = await createInstallation();
  const { url } = await program.serve({
    DEBRIEF_FIRST_ORG: "off",
    DEBRIEF_WEBHOOK_ALLOW: "127.0.0.0/8",
  });
  const { stdout } = await program.run(["token", "create", "--operator"]);
  const request = createRequester(url);
  return {
    url,
    createTenant: async (name = "Test organization") => {
      const { body, text } = await request("/graphql", {
        method: "POST",
        headers: { authorization: `Bearer ${stdout.trim()}`, "content-type": "application/json" },
        body: JSON.stringify({ query: CREATE, variables: { name } }),
      });
      if (!body?.data) throw new Error(text);
      const { organization, ...made } = body.data.made;
      return buildTenant(request, { id: organization.id, ...made });
    },
    fetch: request,
    stop: program.remove,
  };
};

/** Tests a server from outside: the executable in DEBRIEF_BINARY, or one in this process. */
export const test = createSuite<RemoteServer>(binary ? startProgram : startServer);
