import type { Random } from "../../../src/demo/random.js";
import type { FileOperation } from "./trace.js";

const SECTOR_BYTES = 512;
/** The share of unsaved sectors that a power cut leaves with both old and new bytes. */
const TORN_SHARE = 0.1;

type ContentOperation = Extract<FileOperation, { kind: "write" | "truncate" }>;
type NamingOperation = Extract<FileOperation, { kind: "create" | "unlink" }>;

/** A growing byte array; unwritten bytes are zero. */
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
  /** Changes since the last sync, each with its index. */
  pending: { index: number; change: ContentOperation }[];
}

/** Splits a write at sector boundaries. */
function* splitBySector(at: number, data: Buffer): Generator<[number, Buffer]> {
  for (let from = 0; from < data.length;) {
    const to = Math.min(data.length, from + SECTOR_BYTES - ((at + from) % SECTOR_BYTES));
    yield [at + from, data.subarray(from, to)];
    from = to;
  }
}

/**
 * Models a disk that keeps what was synced and an arbitrary part of the rest: any sectors of each
 * write, and parts of some sectors.
 */
export class DiskModel {
  readonly #directory: string;
  /** By name, as a program sees them. */
  readonly #files = new Map<string, File>();
  /** By name, as after a power cut. */
  #named: Map<string, File>;
  #naming: { index: number; naming: NamingOperation; file: File }[] = [];

  /** `files`: the durable files by path. */
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
    const existing = this.#files.get(naming.file);
    const isNew = naming.kind === "create";
    if (isNew === (existing !== undefined)) return;
    const file = existing ?? { durable: new ByteFile(Buffer.alloc(0)), pending: [] };
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

  /**
   * Applies the first `count` unsynced creations and deletions: a file system keeps their order.
   */
  #namedAfter(count: number): Map<string, File> {
    const named = new Map(this.#named);
    for (const { naming, file } of this.#naming.slice(0, count))
      if (naming.kind === "create") named.set(naming.file, file);
      else named.delete(naming.file);
    return named;
  }

  /** Returns the files as a program sees them, by path. */
  listFiles(): Map<string, Buffer> {
    return new Map(
      [...this.#files].map(([path, { durable, pending }]) => {
        const current = new ByteFile(durable.content);
        for (const { change } of pending) current.apply(change);
        return [path, current.content];
      }),
    );
  }

  /** Returns what a power cut at this moment may leave, by path. */
  cutPower(random: Random): Map<string, Buffer> {
    const keptShare = random.pick([0, 1, random.next()]);
    const named = this.#namedAfter(random.int(0, this.#naming.length));
    return new Map(
      [...named].map(([path, { durable, pending }]) => {
        if (pending.length === 0) return [path, durable.content];
        const survivor = new ByteFile(durable.content);
        for (const { change } of pending)
          if (change.kind === "truncate") {
            if (random.chance(keptShare)) survivor.apply(change);
          } else
            for (const [at, piece] of splitBySector(change.at, change.data))
              if (random.chance(keptShare)) survivor.write(at, piece);
              else if (keptShare > 0 && random.chance(TORN_SHARE))
                survivor.write(at, piece.subarray(0, random.int(0, piece.length)));
        return [path, survivor.content];
      }),
    );
  }
}
