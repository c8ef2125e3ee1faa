/** How far the player jumps back or forth, in seconds. */
export const JUMP_SECONDS = 15;

/** Starts or pauses. The player itself reports media that it can't play. */
export const togglePlayback = (media: HTMLMediaElement): void => {
  if (media.paused) media.play().catch(() => {});
  else media.pause();
};

export const seek = (media: HTMLMediaElement, seconds: number): void => {
  media.currentTime = seconds;
};

/** Moves the position, within the media. */
export const jump = (media: HTMLMediaElement, seconds: number): void => {
  const end = Number.isFinite(media.duration) ? media.duration : Number.POSITIVE_INFINITY;
  seek(media, Math.min(end, Math.max(0, media.currentTime + seconds)));
};

/** Sets how many times faster than normal media play; also another file of the same player, from then on. */
export const setSpeed = (media: HTMLMediaElement, speed: number): void => {
  media.defaultPlaybackRate = speed;
  media.playbackRate = speed;
};
