import { randomBytes } from "node:crypto";
import type { Row } from "../../db/tables.js";
import type { Vault } from "../../graph/context.js";

type Change = (text: string) => string;

const inPrevious = (text: string, change: Change): string =>
  JSON.stringify(
    (JSON.parse(text) as [string, number][]).map(([secret, until]) => [change(secret), until]),
  );

/** A row with its signing secrets changed: sealed ones are of use under one vault's key only. */
const changed = (table: string, row: Row, change: Change): Row => {
  if (table === "api_keys")
    return { ...row, signing_secret: change(String(row["signing_secret"])) };
  if (table === "dialer_secrets") return { ...row, secret: change(String(row["secret"])) };
  if (table !== "webhooks") return row;
  return {
    ...row,
    secret: change(String(row["secret"])),
    previous_secrets: inPrevious(String(row["previous_secrets"]), change),
  };
};

/** Tables that are nothing but credentials. */
export const credentials = ["admins", "dialer_secrets", "api_keys", "tokens"];

export const opened = (table: string, row: Row, vault: Vault): Row =>
  changed(table, row, (text) => vault.open(text));

export const sealed = (table: string, row: Row, vault: Vault): Row =>
  changed(table, row, (text) => vault.seal(text));

/** A row without what is secret in it. */
export const bare = (table: string, row: Row): Row =>
  table === "webhooks" ? { ...row, secret: "", previous_secrets: "[]" } : row;

const SECRET_BYTES = 32;

/** A row that was exported bare, with a secret of its own. */
export const newSecrets = (table: string, row: Row, vault: Vault): Row =>
  table === "webhooks"
    ? { ...row, secret: vault.seal(`whsec_${randomBytes(SECRET_BYTES).toString("base64")}`) }
    : row;
