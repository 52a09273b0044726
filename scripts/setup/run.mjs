import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { root } from './places.mjs'

/** @typedef {{ env?: NodeJS.ProcessEnv | undefined, cwd?: string | undefined }} RunOptions the checkout is where it runs otherwise */

/** @type {NodeJS.Signals[]} */
const passedOn = ['SIGINT', 'SIGTERM', 'SIGHUP']

/**
 * Runs a program whose output people see. Signals are passed on to the program, and the promise resolves only when it has ended.
 *
 * @param {string} command
 * @param {string[]} args
 * @param {RunOptions} [options]
 * @returns {Promise<number>} its exit code; 128 and the signal's number when a signal ended it
 */
export function show(command, args, options) {
  return ended(
    spawn(command, args, { cwd: root, env: options?.env, stdio: ['ignore', 'inherit', 'inherit'] }),
  )
}

/**
 * Runs a program whose output matters only if it fails.
 *
 * @param {string} command
 * @param {string[]} args
 * @param {RunOptions} [options]
 * @returns {Promise<{ code: number, output: string }>}
 */
export async function capture(command, args, options) {
  const { env, cwd = root } = options ?? {}
  const child = spawn(command, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => {
      output += text
    })
  }
  return { code: await ended(child), output }
}

/**
 * @param {import('node:child_process').ChildProcess} child
 * @returns {Promise<number>}
 */
export async function ended(child) {
  /** @type {NodeJS.SignalsListener} */
  const pass = (signal) => {
    child.kill(signal)
  }
  for (const signal of passedOn) process.on(signal, pass)
  try {
    return await new Promise((resolve, reject) => {
      child.once('error', reject)
      child.once('close', (code, signal) => resolve(code ?? 128 + numberOf(signal)))
    })
  } finally {
    for (const signal of passedOn) process.off(signal, pass)
  }
}

/** @param {NodeJS.Signals | null} signal */
function numberOf(signal) {
  return signal === null ? 0 : constants.signals[signal]
}
