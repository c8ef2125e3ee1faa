import { readFileSync, readlinkSync } from "node:fs";
import { randomUUID } from "node:crypto";
import { hostname } from "node:os";

/** Where process ids mean something: containers can share a host name, and not a process list. */
const place = (): string => {
  try {
    return `${hostname()}/${readlinkSync("/proc/self/ns/pid")}`;
  } catch {
    // Only Linux has this.
    return hostname();
  }
};

/** When a process began, where the system tells: its id may be another's by now. */
const beginning = (pid: number): string => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The name in parentheses may hold spaces; the 22nd field is the 20th after it.
    return stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19] ?? "";
  } catch {
    return "";
  }
};

const isRunning = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
};

const here = new Set<string>();

/** A name for whoever claims deliveries, by which others can tell whether it still lives. */
export const newOwner = (): string => {
  const owner = [place(), process.pid, beginning(process.pid), randomUUID()].join(" ");
  here.add(owner);
  return owner;
};

/** The owner will claim nothing any more. */
export const retire = (owner: string): void => void here.delete(owner);

/** Whether the owner is surely gone. Of one elsewhere nobody knows: its leases run out instead. */
export const isGone = (owner: string): boolean => {
  const [where, pid, began] = owner.split(" ");
  if (where !== place() || here.has(owner)) return false;
  if (Number(pid) === process.pid) return true;
  return !isRunning(Number(pid)) || beginning(Number(pid)) !== began;
};
