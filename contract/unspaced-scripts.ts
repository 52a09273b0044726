// The sign of a long vowel, which Hiragana and Katakana share, is of neither.
const unspaced =
  /[ー\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u

/** Whether a text has a letter of a script that puts no spaces between words: what stands beside it may be a word of its own. */
export function writesWithoutSpaces(text: string): boolean {
  return unspaced.test(text)
}
