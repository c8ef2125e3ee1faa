import { Icon, type IconName } from "../icon.js";

const statusKinds: Record<string, [kind: "good" | "bad" | "warn" | "calm", icon: IconName]> = {
  processed: ["good", "check"],
  delivered: ["good", "check"],
  matched: ["good", "check"],
  active: ["good", "check"],
  ingested: ["good", "check"],
  failed: ["bad", "alert"],
  refused: ["bad", "alert"],
  missed: ["bad", "alert"],
  processing: ["warn", "clock"],
  received: ["calm", "clock"],
  pending: ["calm", "clock"],
  inactive: ["calm", "dash"],
  ignored: ["calm", "dash"],
};

/** Shows a status as a word and an icon, so that colour carries no meaning. */
export const StatusBadge = ({ status, text = status }: { status: string; text?: string }) => {
  const [kind, icon] = statusKinds[status] ?? ["calm", "dash"];
  return (
    <span class={`status ${kind}`}>
      <Icon name={icon} />
      {text}
    </span>
  );
};
