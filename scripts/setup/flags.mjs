import { SetupError } from './say.mjs'

/**
 * Reads a script's flags. An unknown one ends the script before anything happens: a person who asks for `--help`, or mistypes the
 * flag for a short run, does not want the hours, files or keys of a full run.
 *
 * @param {string} usage how the script is called, shown on such an error
 * @param {string[]} known
 * @returns {(flag: string) => boolean}
 * @throws {SetupError} if a word is not in `known`
 */
export function readFlags(usage, known = []) {
  const given = process.argv.slice(2)
  const stranger = given.find((one) => !known.includes(one))
  if (stranger !== undefined) throw new SetupError(`${usage}\nThere is no ${stranger}.`)
  return (flag) => given.includes(flag)
}
