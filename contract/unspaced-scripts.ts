// The long vowel mark ー is listed separately: Hiragana and Katakana share it, so its Script property is neither.
const unspaced =
  /[ー\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u

/**
 * Whether a text has a letter of a script without spaces between words, in which adjacent letters may belong to different words.
 */
export function writesWithoutSpaces(text: string): boolean {
  return unspaced.test(text)
}
