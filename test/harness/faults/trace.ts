/** A file operation or a response of a server, in the order of its system calls. */
export type FileOperation =
  | { kind: "write"; file: string; at: number; data: Buffer }
  | { kind: "truncate"; file: string; size: number }
  | { kind: "create" | "unlink"; file: string }
  /** Syncs everything of the file, or of the directory, before the operation with this index. */
  | { kind: "sync"; file: string; before: number }
  | { kind: "answer"; text: string };

/** Arguments for strace: the traced calls, complete and in hexadecimal. */
export const TRACE_ARGS = [
  "-y",
  "-xx",
  "-s",
  "10000000",
  "-e",
  "trace=openat,pwrite64,pwritev,write,writev,sendmsg,sendto,ftruncate,fallocate,fsync,fdatasync,unlink,unlinkat,rename,renameat,renameat2",
];

const LINE = /^(\d+) +(?:<\.\.\. )?(\w+)(?:\(| resumed>)(.*)$/;

const parseHexBytes = (hex: string): Buffer => Buffer.from(hex.replaceAll("\\x", ""), "hex");
const parseHexText = (hex: string): string => parseHexBytes(hex).toString("utf8");
const parseStrings = (args: string): string[] =>
  [...args.matchAll(/"([^"]*)"/g)].map(([, hex]) => hex!);

/** Parses a descriptor's file, which -y adds. */
const parseFile = (args: string): string => parseHexText(/^\d+<([^>]*)>/.exec(args)?.[1] ?? "");

const parseOperation = (call: string, args: string): FileOperation | undefined => {
  switch (call) {
    case "pwrite64": {
      const at = Number(/", \d+, (\d+)/.exec(args)![1]);
      return {
        kind: "write",
        file: parseFile(args),
        at,
        data: parseHexBytes(parseStrings(args)[0]!),
      };
    }
    case "write":
    case "writev":
    case "sendto":
    case "sendmsg": {
      const text = Buffer.concat(
        parseStrings(args.slice(args.indexOf(">"))).map(parseHexBytes),
      ).toString("utf8");
      return { kind: "answer", text };
    }
    case "ftruncate":
      return { kind: "truncate", file: parseFile(args), size: Number(/>, (\d+)/.exec(args)![1]) };
    case "unlink":
      return { kind: "unlink", file: parseHexText(parseStrings(args)[0]!) };
    case "openat":
      return args.includes("O_CREAT")
        ? { kind: "create", file: parseHexText(parseStrings(args)[0]!) }
        : undefined;
    case "fsync":
    case "fdatasync":
      return undefined;
    default:
      throw new Error(`${call} is not supported: ${args.slice(0, 200)}`);
  }
};

/**
 * Parses a trace. A change takes effect when the call starts. A sync takes effect when it returns,
 * for all changes before its start. @throws if a sync failed or a call isn't supported
 */
export const parseTrace = (log: Buffer, isOurs: (file: string) => boolean): FileOperation[] => {
  const operations: FileOperation[] = [];
  const syncs = new Map<string, { file: string; before: number }>();
  for (const line of log.toString("latin1").split("\n")) {
    const [, thread, call, args] = LINE.exec(line) ?? [];
    if (!thread || !call || args === undefined) continue;
    const isResumed = line.includes(" resumed>");
    const isEnd = !args.endsWith("<unfinished ...>");
    const isSync = call === "fsync" || call === "fdatasync";
    if (!isResumed && isSync)
      syncs.set(thread, { file: parseFile(args), before: operations.length });
    if (!isResumed && !isSync) {
      const isRelevant = /^(rename|fallocate|unlinkat|pwritev)/.test(call)
        ? isOurs(findMentionedFile(args))
        : true;
      const operation = isRelevant ? parseOperation(call, args) : undefined;
      if (operation && (operation.kind === "answer" || isOurs(operation.file)))
        operations.push(operation);
    }
    if (isSync && isEnd) {
      if (!line.endsWith(" = 0")) throw new Error(`a sync failed: ${line.slice(0, 200)}`);
      const sync = syncs.get(thread)!;
      if (isOurs(sync.file)) operations.push({ kind: "sync", ...sync });
    }
  }
  return operations;
};

const findMentionedFile = (args: string): string =>
  parseFile(args) || parseHexText(parseStrings(args)[0] ?? "");
