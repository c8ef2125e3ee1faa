import type { ComponentChildren, RefObject } from "preact";
import { useState } from "preact/hooks";
import { Button, Duration, Icon, Time } from "../../parts/index.js";
import { href } from "../../lib/location.js";
import { Quote } from "../recording/quote.js";
import { describeAudience } from "./audience.js";
import { LoadedClipPlayer } from "./clip-player.js";
import { ShareDialog } from "./share-dialog.js";
import type { Clip } from "./types.js";

/** A clip in a list. It plays in place, or by the player of its recording. */
export const ClipItem = ({
  clip,
  recordingPlayer,
  isOfRecording = false,
  actions,
  onChanged,
}: {
  clip: Clip;
  /** Set on the page of a recording with media. */
  recordingPlayer?: RefObject<HTMLMediaElement | null> | undefined;
  /** Whether the list is that of one recording. */
  isOfRecording?: boolean;
  /** More buttons. */
  actions?: ComponentChildren;
  onChanged: () => void;
}) => {
  const { id, title, start, end, isWhole, createdAt, rep, canChange } = clip;
  const [isOpen, setOpen] = useState(false);
  const [isSharing, setSharing] = useState(false);
  return (
    <li class="thread">
      <div class="clip">
        {isOfRecording ? (
          <Quote start={start} text={undefined} player={recordingPlayer} />
        ) : (
          <Button
            aria-expanded={isOpen}
            aria-label={isOpen ? `Close ${title}` : `Play ${title}`}
            onClick={() => setOpen(!isOpen)}
          >
            <Icon name={isOpen ? "close" : "play"} />
          </Button>
        )}
        <div>
          <a href={href("/library/:id", { id })}>{title}</a>
          <p class="muted small">
            {!isOfRecording && `${rep.name} · `}
            {isWhole && "Whole call · "}
            <Duration ms={end - start} />
            {!isOfRecording && (
              <>
                {" · "}
                <Time at={createdAt} isDayOnly />
              </>
            )}
            {" · "}
            {describeAudience(clip)}
          </p>
        </div>
        <div class="actions">
          {actions}
          {canChange && (
            <Button aria-label={`Share ${title}`} onClick={() => setSharing(true)}>
              Share
            </Button>
          )}
        </div>
      </div>
      {isOpen && <LoadedClipPlayer id={id} />}
      {isSharing && (
        <ShareDialog clip={clip} onClose={() => setSharing(false)} onChanged={onChanged} />
      )}
    </li>
  );
};
