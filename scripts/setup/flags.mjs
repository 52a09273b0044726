import { SetupError } from './say.mjs'

/**
 * Which of its words a script was given. One that it does not know ends it before anything is begun: whoever asks for
 * `--help`, or mistypes what would have made the run short, has not asked for the hours, the files or the keys of the whole.
 *
 * @param {string} usage how it is called, for whoever called it in another way
 * @param {string[]} known
 * @returns {(flag: string) => boolean}
 * @throws {SetupError} a word is not among them
 */
export function readFlags(usage, known = []) {
  const given = process.argv.slice(2)
  const stranger = given.find((one) => !known.includes(one))
  if (stranger !== undefined) throw new SetupError(`${usage}\nThere is no ${stranger}.`)
  return (flag) => given.includes(flag)
}
