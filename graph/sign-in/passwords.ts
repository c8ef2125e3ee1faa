import { argon2, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";
import { FairShares, ShareExceededError } from "../../db/engine/fair-shares.js";
import { SHARE_LIMITS } from "../../db/engine/share-limits.js";
import { Failure, invalidField } from "../core/errors.js";
import type { HashingKey } from "../core/ports.js";

/** OWASP's parameters for argon2id; a hash costs about 20 ms of one core and 19 MiB. */
const MEMORY_KIB = 19_456;
const PASSES = 2;
const LANES = 1;
const SALT_BYTES = 16;
const HASH_BYTES = 32;

const MIN_PASSWORD_CHARACTERS = 12;
const MAX_PASSWORD_CHARACTERS = 1024;

/** The limit of visitors' running and waiting hashes. Admins on known devices and the command line always wait. */
const MAX_UNTRUSTED_HASHES = 34;

const runArgon2 = promisify(argon2);

const hashes = new FairShares(SHARE_LIMITS.passwordHashes);

/** The caller for hashes that no visitor can trigger. */
const OWN_KEY: HashingKey = { key: "", isTrusted: true };

const tooManySignIns = (): Failure =>
  new Failure("UNAVAILABLE", "Too many sign-ins at once; try again");

/** Limits concurrent hashes, so that sign-ins leave CPU and memory to other requests. @throws UNAVAILABLE */
const withHashSlot = async <T>(
  { key, isTrusted }: HashingKey,
  computeOne: () => Promise<T>,
): Promise<T> => {
  if (!isTrusted && hashes.pending >= MAX_UNTRUSTED_HASHES) throw tooManySignIns();
  let release: () => void;
  try {
    release = await hashes.acquire(key);
  } catch (error) {
    throw error instanceof ShareExceededError ? tooManySignIns() : error;
  }
  try {
    return await computeOne();
  } finally {
    release();
  }
};

interface Argon2Parameters {
  memory: number;
  passes: number;
  parallelism: number;
  nonce: Buffer;
  tagLength: number;
}

// NFKC: keyboards compose accented characters in different ways.
const computeHash = async (
  password: string,
  parameters: Argon2Parameters,
  caller: HashingKey,
): Promise<Buffer> =>
  withHashSlot(caller, () =>
    runArgon2("argon2id", { ...parameters, message: Buffer.from(password.normalize("NFKC")) }),
  );

const buildCurrentParameters = (nonce: Buffer): Argon2Parameters => ({
  memory: MEMORY_KIB,
  passes: PASSES,
  parallelism: LANES,
  nonce,
  tagLength: HASH_BYTES,
});

const encodeBase64 = (bytes: Buffer): string => bytes.toString("base64").replace(/=+$/, "");

const formatPhcHead = ({ memory, passes, parallelism }: Argon2Parameters): string =>
  `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$`;

/** Hashes a password into a PHC string. @throws UNAVAILABLE if too many hashes wait */
export const hashPassword = async (
  password: string,
  randomBytes: (count: number) => Buffer,
): Promise<string> => {
  const parameters = buildCurrentParameters(randomBytes(SALT_BYTES));
  const hash = await computeHash(password, parameters, OWN_KEY);
  return `${formatPhcHead(parameters)}${encodeBase64(parameters.nonce)}$${encodeBase64(hash)}`;
};

const PHC = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/;

const parsePhc = (phc: string): { parameters: Argon2Parameters; hash: Buffer } => {
  const [, memory, passes, parallelism, salt, encodedHash] = PHC.exec(phc) ?? [];
  if (encodedHash === undefined)
    throw new Error("a stored password hash isn't a PHC string of argon2id");
  const hash = Buffer.from(encodedHash, "base64");
  return {
    hash,
    parameters: {
      memory: Number(memory),
      passes: Number(passes),
      parallelism: Number(parallelism),
      nonce: Buffer.from(salt!, "base64"),
      tagLength: hash.length,
    },
  };
};

/**
 * Returns whether the password matches the PHC string. Without one, computes a hash all the same and returns
 * false: the response time must not reveal whether an admin exists. @throws UNAVAILABLE if too many hashes wait
 */
export const verifyPassword = async (
  password: string,
  phc: string | undefined,
  caller = OWN_KEY,
): Promise<boolean> => {
  if (phc === undefined) {
    await computeHash(password, buildCurrentParameters(Buffer.alloc(SALT_BYTES)), caller);
    return false;
  }
  const { parameters, hash } = parsePhc(phc);
  return timingSafeEqual(await computeHash(password, parameters, caller), hash);
};

/** Returns whether the hash uses other parameters than new hashes do. */
export const isOutdatedHash = (phc: string): boolean =>
  !phc.startsWith(formatPhcHead(buildCurrentParameters(Buffer.alloc(0))));

/** Validates length and difference from the e-mail. `field` names the input field. @throws INVALID_FIELD */
export const validatePassword = (password: string, email: string, field: string): void => {
  const { length } = Array.from(password);
  if (length < MIN_PASSWORD_CHARACTERS || length > MAX_PASSWORD_CHARACTERS)
    throw invalidField(
      field,
      `must have ${MIN_PASSWORD_CHARACTERS} to ${MAX_PASSWORD_CHARACTERS} characters`,
    );
  if (password.toLowerCase() === email.toLowerCase())
    throw invalidField(field, "must not be the e-mail address");
};
