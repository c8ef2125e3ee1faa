/** Without control characters, which PostgreSQL can't all store, and without halves of surrogate pairs. */
const EMAIL = /^[^\s\p{Cc}\p{Cs}@]+@[^\s\p{Cc}\p{Cs}@]+$/u;

export const isEmail = (text: string): boolean => EMAIL.test(text);
