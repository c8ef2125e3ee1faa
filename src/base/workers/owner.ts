import { readFileSync, readlinkSync } from "node:fs";
import { randomUUID } from "node:crypto";
import { hostname } from "node:os";

/** Names the scope of process ids: containers can share a host name without sharing a process list. */
const resolveProcessScope = (): string => {
  try {
    return `${hostname()}/${readlinkSync("/proc/self/ns/pid")}`;
  } catch {
    // Linux only.
    return hostname();
  }
};

/** Reads a process's start time, because its id may be reused. Empty if the system has no /proc. */
const readStartTime = (pid: number): string => {
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

const liveOwners = new Set<string>();

/**
 * Creates a name for a claimant of deliveries. From this name, other processes can determine whether the claimant is
 * alive.
 */
export const createOwner = (): string => {
  const owner = [resolveProcessScope(), process.pid, readStartTime(process.pid), randomUUID()].join(
    " ",
  );
  liveOwners.add(owner);
  return owner;
};

/** Marks an owner of this process as dead: it claims nothing more. */
export const retireOwner = (owner: string): void => void liveOwners.delete(owner);

/**
 * Returns whether the owner's process has certainly ended. False for an owner on another machine, because that is
 * unknown; its leases expire instead.
 */
export const isOwnerDead = (owner: string): boolean => {
  const [scope, pid, startTime] = owner.split(" ");
  if (scope !== resolveProcessScope() || liveOwners.has(owner)) return false;
  if (Number(pid) === process.pid) return true;
  return !isRunning(Number(pid)) || readStartTime(Number(pid)) !== startTime;
};
