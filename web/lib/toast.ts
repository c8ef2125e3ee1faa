let toastListener = (_: string): void => {};

/** Shows a short message for a few seconds; screen readers read it out. */
export const showToast = (message: string): void => toastListener(message);

/** Sets the listener that shows messages. */
export const onToast = (listener: (message: string) => void): void => {
  toastListener = listener;
};
