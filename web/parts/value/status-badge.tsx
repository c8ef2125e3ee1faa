import { Icon, type IconName } from "./icon.js";

const kinds: Record<string, [kind: "good" | "bad" | "warn" | "calm", icon: IconName]> = {
  processed: ["good", "check"],
  delivered: ["good", "check"],
  matched: ["good", "check"],
  active: ["good", "check"],
  taken: ["good", "check"],
  failed: ["bad", "alert"],
  refused: ["bad", "alert"],
  missed: ["bad", "alert"],
  processing: ["warn", "clock"],
  received: ["calm", "clock"],
  pending: ["calm", "clock"],
  inactive: ["calm", "dash"],
  ignored: ["calm", "dash"],
};

/** A state as a word and a picture; colour only adds to them. */
export const Status = ({ of, text = of }: { of: string; text?: string }) => {
  const [kind, icon] = kinds[of] ?? ["calm", "dash"];
  return (
    <span class={`status ${kind}`}>
      <Icon name={icon} />
      {text}
    </span>
  );
};
