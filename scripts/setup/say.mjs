const STILL_AT_IT_MS = 10_000

/** @param {string} line */
export function say(line) {
  process.stdout.write(`${line}\n`)
}

/** An error that is shown as a message, without a stack. */
export class SetupError extends Error {
  /** @override */
  name = 'SetupError'
}

/**
 * Announces a step, repeats that every ten seconds while it lasts, and says how long it took.
 *
 * @template T
 * @param {string} what the step in progressive form: 'Building the web app'
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function during(what, work) {
  const since = Date.now()
  say(`${what} ...`)
  const reminder = setInterval(() => say(`${what} ... (${secondsSince(since)})`), STILL_AT_IT_MS)
  try {
    const result = await work()
    say(`${what}: done in ${secondsSince(since)}`)
    return result
  } finally {
    clearInterval(reminder)
  }
}

/**
 * Runs a whole script: its result becomes the exit code, and a SetupError is shown as a sentence.
 *
 * @param {() => Promise<number>} script
 */
export async function runScript(script) {
  try {
    process.exitCode = await script()
  } catch (error) {
    if (!(error instanceof SetupError)) throw error
    process.stderr.write(`\n${error.message}\n`)
    process.exitCode = 1
  }
}

/** @param {number} since in ms, as Date.now() gives it */
export function secondsSince(since) {
  return `${((Date.now() - since) / 1000).toFixed(1)} s`
}
