export const isEmail = (text: string): boolean => /^[^\s@]+@[^\s@]+$/.test(text);
