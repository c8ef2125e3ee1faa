let tell = (_: string): void => {};

/** Shows a short message for some seconds, and reads it out: for what has been done. */
export const say = (message: string): void => tell(message);

/** Who shows what is said. */
export const whenSaid = (listener: (message: string) => void): void => {
  tell = listener;
};
