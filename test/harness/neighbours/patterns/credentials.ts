import type { Pattern } from "../pattern.js";

const SIGN_IN = `mutation ($email: String!) { signIn(email: $email, password: "wrong password 1") { role } }`;

/** Wrong credentials, and connections. */
export const credentials: Record<string, Pattern> = {
  "wrong-keys": {
    description: "requests with keys that do not exist",
    lanes: 32,
    attack: ({ client }, n) =>
      client.send("GET", "/v1/recordings", undefined, { "x-api-key": `dbk_${n}` }),
  },
  "wrong-passwords": {
    description: "sign-ins with wrong passwords",
    lanes: 16,
    attack: ({ client }, n) =>
      client.send(
        "POST",
        "/graphql",
        { query: SIGN_IN, variables: { email: `admin-${n}@example.com` } },
        { origin: client.url, authorization: "", "x-api-key": "" },
      ),
  },
  "refreshed-keys": {
    description: "dialer tokens and paths that do not exist",
    lanes: 32,
    attack: ({ client }, n) =>
      client.send("POST", `/v1/dialer/${"t".repeat(40)}${n}`, { call_id: "x" }),
  },
};
