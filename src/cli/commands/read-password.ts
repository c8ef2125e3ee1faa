import { createInterface } from "node:readline";
import { Writable } from "node:stream";
import { RefusedError } from "../../base/config/command.js";

const discard = new Writable({ write: (_chunk, _encoding, done) => done() });

/**
 * Reads a password or another secret from stdin: typed twice on a terminal, without echo, else the first line.
 * `term`: what messages call it.
 * @throws RefusedError
 */
export const readPassword = async (term = "password"): Promise<string> => {
  const { stdin, stderr } = process;
  const terminal = stdin.isTTY;
  const reader = createInterface({ input: stdin, ...(terminal && { output: discard, terminal }) });
  const lines = reader[Symbol.asyncIterator]();
  const next = async (question: string): Promise<string> => {
    if (terminal) stderr.write(question);
    const { value, done } = await lines.next();
    if (terminal) stderr.write("\n");
    if (done || value === "") throw new RefusedError(`no ${term} on stdin`);
    return value;
  };
  try {
    const password = await next(`${term}: `);
    if (terminal && (await next(`repeat the ${term}: `)) !== password)
      throw new RefusedError(`the two ${term}s differ`);
    return password;
  } finally {
    reader.close();
  }
};
