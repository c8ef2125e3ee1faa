import { createHmac, generateKeyPairSync, type KeyObject, randomUUID, sign } from "node:crypto";
import { readFileSync } from "node:fs";
import type { CustomFetch } from "openid-client";
import { ProviderUnreachableError } from "../../src/api/openid/provider-fetch.js";
import { CALLBACK_URL, CLIENT } from "../helpers/sign-in/openid-settings.js";

type Claims = Record<string, unknown>;

/** What a provider documents: its metadata, and the claims of an ID token. */
export interface DocumentedProvider {
  metadata: Record<string, unknown> & { issuer: string; jwks_uri: string; token_endpoint: string };
  claims: Claims;
}

/** How a token is signed: with the provider's key, another one, the client's secret, or not at all. */
type Signature = "own" | "foreign" | "secret" | "none";

/** A provider in this process that issues whatever a test says, also what no provider would. */
export interface FakeProvider {
  issuer: string;
  fetch: CustomFetch;
  /** Makes every request fail as if the provider were down. */
  isDown: boolean;
  /** Signs an ID token for the attempt, and returns the URL that the provider would send the browser to. */
  answer: (attempt: URL, claims: Claims, signature?: Signature) => string;
}

const KEY_BITS = 2048;
const generateKeys = () => generateKeyPairSync("rsa", { modulusLength: KEY_BITS });
const keys = generateKeys();
const foreignKeys = generateKeys();
const KEY_ID = "key of a test";

const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString("base64url");

const algorithms: Record<Signature, string> = {
  own: "RS256",
  foreign: "RS256",
  secret: "HS256",
  none: "none",
};

const signText = (text: string, signature: Signature): string => {
  const signWith = (key: KeyObject): string =>
    sign("sha256", Buffer.from(text), key).toString("base64url");
  if (signature === "none") return "";
  if (signature === "secret")
    return createHmac("sha256", CLIENT.clientSecret).update(text).digest("base64url");
  return signWith((signature === "own" ? keys : foreignKeys).privateKey);
};

const signToken = (claims: Claims, signature: Signature): string => {
  const text = `${encode({ alg: algorithms[signature], kid: KEY_ID })}.${encode(claims)}`;
  return `${text}.${signText(text, signature)}`;
};

/** Reads a documented provider from test/fixtures/openid/. */
export const readDocumented = (name: "google" | "entra"): DocumentedProvider =>
  JSON.parse(readFileSync(`test/fixtures/openid/${name}.json`, "utf8"));

export const createFakeProvider = ({ metadata }: DocumentedProvider): FakeProvider => {
  const tokens = new Map<string, string>();
  const issue = (code: string | null): Response => {
    const token = tokens.get(code ?? "");
    tokens.delete(code ?? "");
    return token === undefined
      ? Response.json({ error: "invalid_grant" }, { status: 400 })
      : Response.json({ access_token: "a", token_type: "Bearer", id_token: token });
  };
  const provider: FakeProvider = {
    issuer: metadata.issuer,
    isDown: false,
    fetch: async (url, { body }) => {
      if (provider.isDown) throw new ProviderUnreachableError("connection refused");
      if (url === `${metadata.issuer}/.well-known/openid-configuration`)
        return Response.json(metadata);
      if (url === metadata.jwks_uri) {
        const key = keys.publicKey.export({ format: "jwk" });
        return Response.json({ keys: [{ ...key, kid: KEY_ID, use: "sig", alg: "RS256" }] });
      }
      if (url === metadata.token_endpoint)
        return issue(new URLSearchParams(body as URLSearchParams).get("code"));
      return Response.json({ sub: "nobody" });
    },
    answer: (attempt, claims, signature = "own") => {
      const code = randomUUID();
      const now = Math.floor(Date.now() / 1000);
      const token = {
        iss: metadata.issuer,
        aud: CLIENT.clientId,
        iat: now,
        exp: now + 300,
        nonce: attempt.searchParams.get("nonce"),
        ...claims,
      };
      tokens.set(code, signToken(token, signature));
      const url = new URL(CALLBACK_URL);
      url.searchParams.set("code", code);
      url.searchParams.set("state", attempt.searchParams.get("state")!);
      return url.href;
    },
  };
  return provider;
};
