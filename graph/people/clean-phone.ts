/** A SIP address or `tel:`, with a display name, a password, the host and parameters around the user or number. */
const ADDRESS = /^(?:[^<]*<\s*)?(?:sips?|tel):([^@:?>]+)(?::[^@>]*)?(?:[@?>].*)?$/i;

const decodePercent = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

/** Returns the number, with the country in `phone-context`. An extension stays, and makes the number unusable. */
const readParameters = (text: string): string => {
  const [number = "", ...parameters] = text.trim().split(";");
  if (parameters.some((parameter) => /^ext=/i.test(parameter))) return text;
  const context = parameters.map((one) => /^phone-context=(\+\d+)$/i.exec(one)?.[1]).find(Boolean);
  return number.startsWith("+") || context === undefined ? number : context + number;
};

/**
 * Drops what programs put around a number: marks of the writing direction, a SIP address, `tel:`, and brackets of the
 * country code.
 */
export const cleanPhone = (text: string): string => {
  const visible = text.replaceAll(/[\u200E\u200F\u202A-\u202E\u2066-\u2069]/g, "").trim();
  const user = ADDRESS.exec(visible)?.[1];
  const number = user === undefined ? visible : readParameters(decodePercent(user));
  return number.trim().replace(/^\(\s*(\+\d{1,3})\s*\)/, "$1 ");
};
