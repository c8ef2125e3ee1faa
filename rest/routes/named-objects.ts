/** A user whom another object names, such as its author. */
export const NAMED_USER_FRAGMENT = "fragment namedUser on User { name email }";

/** The recording to which another object belongs. */
export const NAMED_RECORDING_FRAGMENT =
  "fragment namedRecording on Recording { id name createdAt userEmail clientId }";
