import type { Random } from "../../../src/demo/random.js";
import type { FileOperation } from "./trace.js";

const SECTOR_BYTES = 512;
/** How much of what a power cut does not leave whole is a sector with both old and new bytes. */
const TORN_SHARE = 0.1;

type ContentOperation = Extract<FileOperation, { kind: "write" | "truncate" }>;
type NamingOperation = Extract<FileOperation, { kind: "create" | "unlink" }>;

/** Bytes that grow as they are written: what was never written is zero. */
class ByteFile {
  #bytes: Buffer;
  #size: number;

  constructor(content: Buffer) {
    this.#bytes = Buffer.from(content);
    this.#size = content.length;
  }

  get content(): Buffer {
    return this.#bytes.subarray(0, this.#size);
  }

  write(at: number, data: Buffer): void {
    const end = at + data.length;
    if (end > this.#bytes.length) {
      const larger = Buffer.alloc(end * 2);
      this.content.copy(larger);
      this.#bytes = larger;
    }
    data.copy(this.#bytes, at);
    this.#size = Math.max(this.#size, end);
  }

  truncate(size: number): void {
    this.#bytes.fill(0, size);
    this.#size = size;
  }

  apply(change: ContentOperation): void {
    if (change.kind === "truncate") this.truncate(change.size);
    else this.write(change.at, change.data);
  }
}

interface File {
  durable: ByteFile;
  /** What was asked for since, with its index. */
  pending: { index: number; change: ContentOperation }[];
}

/** The pieces of a write that are in a sector each. */
function* splitBySector(at: number, data: Buffer): Generator<[number, Buffer]> {
  for (let from = 0; from < data.length;) {
    const to = Math.min(data.length, from + SECTOR_BYTES - ((at + from) % SECTOR_BYTES));
    yield [at + from, data.subarray(from, to)];
    from = to;
  }
}

/**
 * The files of a directory as a disk has them that keeps what was synced, and of anything else whatever it
 * happens to keep: of each write any of its sectors, and of some sectors a part.
 */
export class DiskModel {
  readonly #directory: string;
  /** By name, as a program sees them. */
  readonly #files = new Map<string, File>();
  /** By name, as they are after a power cut. */
  #named: Map<string, File>;
  #naming: { index: number; naming: NamingOperation; file: File }[] = [];

  /** `files`: what is durable, by path. */
  constructor(directory: string, files: ReadonlyMap<string, Buffer>) {
    this.#directory = directory;
    for (const [path, content] of files)
      this.#files.set(path, { durable: new ByteFile(content), pending: [] });
    this.#named = new Map(this.#files);
  }

  apply(operation: FileOperation, index: number): void {
    switch (operation.kind) {
      case "write":
      case "truncate":
        this.#files.get(operation.file)!.pending.push({ index, change: operation });
        break;
      case "create":
      case "unlink":
        this.#name(operation, index);
        break;
      case "sync":
        this.#sync(operation.file, operation.before);
        break;
      case "answer":
    }
  }

  #name(naming: NamingOperation, index: number): void {
    const known = this.#files.get(naming.file);
    const isNew = naming.kind === "create";
    if (isNew === (known !== undefined)) return;
    const file = known ?? { durable: new ByteFile(Buffer.alloc(0)), pending: [] };
    if (isNew) this.#files.set(naming.file, file);
    else this.#files.delete(naming.file);
    this.#naming.push({ index, naming, file });
  }

  #sync(path: string, before: number): void {
    if (path === this.#directory) {
      this.#named = this.#namedAfter(this.#naming.filter(({ index }) => index < before).length);
      this.#naming = this.#naming.filter(({ index }) => index >= before);
      return;
    }
    const file = this.#files.get(path);
    if (!file) return;
    for (const { index, change } of file.pending) if (index < before) file.durable.apply(change);
    file.pending = file.pending.filter(({ index }) => index >= before);
  }

  /** The names, with the first so many of what was not synced: a file system keeps their order. */
  #namedAfter(count: number): Map<string, File> {
    const named = new Map(this.#named);
    for (const { naming, file } of this.#naming.slice(0, count))
      if (naming.kind === "create") named.set(naming.file, file);
      else named.delete(naming.file);
    return named;
  }

  /** The files as a program sees them, by path. */
  listFiles(): Map<string, Buffer> {
    return new Map(
      [...this.#files].map(([path, { durable, pending }]) => {
        const whole = new ByteFile(durable.content);
        for (const { change } of pending) whole.apply(change);
        return [path, whole.content];
      }),
    );
  }

  /** What a power cut at this moment may leave, by path. */
  cutPower(random: Random): Map<string, Buffer> {
    const kept = random.pick([0, 1, random.next()]);
    const named = this.#namedAfter(random.int(0, this.#naming.length));
    return new Map(
      [...named].map(([path, { durable, pending }]) => {
        if (pending.length === 0) return [path, durable.content];
        const left = new ByteFile(durable.content);
        for (const { change } of pending)
          if (change.kind === "truncate") {
            if (random.chance(kept)) left.apply(change);
          } else
            for (const [at, piece] of splitBySector(change.at, change.data))
              if (random.chance(kept)) left.write(at, piece);
              else if (kept > 0 && random.chance(TORN_SHARE))
                left.write(at, piece.subarray(0, random.int(0, piece.length)));
        return [path, left.content];
      }),
    );
  }
}
