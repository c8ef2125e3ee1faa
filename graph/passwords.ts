import { argon2, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";
import { Failure, invalidField } from "./errors.js";

/** OWASP's choice for argon2id; a sign-in takes some 20 ms of one core and 19 MiB. */
const MEMORY_KIB = 19_456;
const PASSES = 2;
const LANES = 1;
const SALT_BYTES = 16;
const HASH_BYTES = 32;

const LEAST = 12;
const MOST = 1024;

const MOST_AT_ONCE = 2;
const MOST_WAITING = 32;

const derive = promisify(argon2);

let underWay = 0;
const waiting: (() => void)[] = [];

/** Hashes are made by a few at once: they would take all cores and much memory from the other requests. */
const inTurn = async <T>(work: () => Promise<T>): Promise<T> => {
  if (underWay < MOST_AT_ONCE) underWay += 1;
  else if (waiting.length < MOST_WAITING)
    // Whoever ends hands the place on.
    await new Promise<void>((resolve) => waiting.push(resolve));
  else throw new Failure("UNAVAILABLE", "Too many are signing in, try again");
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else underWay -= 1;
  }
};

interface Parameters {
  memory: number;
  passes: number;
  parallelism: number;
  nonce: Buffer;
  tagLength: number;
}

// However a keyboard puts an accent together, it is the same password.
const derived = async (password: string, parameters: Parameters): Promise<Buffer> =>
  inTurn(() =>
    derive("argon2id", { ...parameters, message: Buffer.from(password.normalize("NFKC")) }),
  );

const today = (nonce: Buffer): Parameters => ({
  memory: MEMORY_KIB,
  passes: PASSES,
  parallelism: LANES,
  nonce,
  tagLength: HASH_BYTES,
});

const base64 = (bytes: Buffer): string => bytes.toString("base64").replace(/=+$/, "");

const headOf = ({ memory, passes, parallelism }: Parameters): string =>
  `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$`;

/** The password's hash in PHC string form. @throws UNAVAILABLE where too many wait for one */
export const hashPassword = async (
  password: string,
  randomBytes: (count: number) => Buffer,
): Promise<string> => {
  const parameters = today(randomBytes(SALT_BYTES));
  const hash = await derived(password, parameters);
  return `${headOf(parameters)}${base64(parameters.nonce)}$${base64(hash)}`;
};

const PHC = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/;

const read = (phc: string): { parameters: Parameters; hash: Buffer } => {
  const [, memory, passes, parallelism, salt, text] = PHC.exec(phc) ?? [];
  if (text === undefined) throw new Error("a password's hash is not in the form that we write");
  const hash = Buffer.from(text, "base64");
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
 * Whether this is the password. Without a hash it is not, which takes as long: how long an answer takes
 * must not tell whether there is such an admin. @throws UNAVAILABLE where too many wait for one
 */
export const isPassword = async (password: string, phc: string | undefined): Promise<boolean> => {
  if (phc === undefined) {
    await derived(password, today(Buffer.alloc(SALT_BYTES)));
    return false;
  }
  const { parameters, hash } = read(phc);
  return timingSafeEqual(await derived(password, parameters), hash);
};

/** Whether the hash was made with other parameters than it would be today. */
export const isOutdated = (phc: string): boolean => !phc.startsWith(headOf(today(Buffer.alloc(0))));

/** @throws INVALID_FIELD under this name for one that is too short, too long, or the address */
export const checkPassword = (password: string, email: string, field: string): void => {
  const { length } = Array.from(password);
  if (length < LEAST || length > MOST)
    throw invalidField(field, `must be of ${LEAST} to ${MOST} characters`);
  if (password.toLowerCase() === email.toLowerCase())
    throw invalidField(field, "must not be the e-mail address");
};
