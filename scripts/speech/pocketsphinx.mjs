#!/usr/bin/env node
// A program for SPEECH_COMMAND: transcribes English with Debian's pocketsphinx, offline and without a key. It reads one piece as
// JSON from standard input and writes its words as JSON to standard output (docs/operations.md).
import { spawnSync } from 'node:child_process'
import { text } from 'node:stream/consumers'

const CANNOT_DO_THIS_PIECE = 65
const MISSING_HERE = 78
const MEGABYTE = 1_000_000

/** `-time yes` prints one line per word: the word, its start and end in seconds, and the confidence. */
const wordLine = /^(\S+) (\d+\.\d+) (\d+\.\d+) (\d\.\d+)$/
/** Silence and noises are printed in angle or square brackets or between pluses. */
const isSpoken = (/** @type {string} */ word) => !/^[<[+]/.test(word)

const { audio } = JSON.parse(await text(process.stdin))
const { error, status, stdout, stderr } = spawnSync(
  'pocketsphinx_continuous',
  ['-infile', audio.path, '-time', 'yes', '-logfn', '/dev/null'],
  { encoding: 'utf8', maxBuffer: 10 * MEGABYTE },
)
if (error) end(MISSING_HERE, 'pocketsphinx is missing: apt-get install pocketsphinx pocketsphinx-en-us')
if (status !== 0) end(CANNOT_DO_THIS_PIECE, `pocketsphinx ended with ${status}: ${stderr}`)

const words = stdout.split('\n').flatMap((line) => {
  const [, word = '', start, end, confidence] = wordLine.exec(line) ?? []
  // An alternative pronunciation is written as "the(2)"; rounding can push a confidence above 1.
  const spoken = { text: word.replace(/\(\d+\)$/, ''), confidence: Math.min(1, Number(confidence)) }
  return word !== '' && isSpoken(word) ? [{ ...spoken, startMs: ms(start), endMs: ms(end) }] : []
})
process.stdout.write(JSON.stringify({ language: 'en-US', words }))

/** @param {string | undefined} seconds */
function ms(seconds) {
  return Math.round(Number(seconds) * 1000)
}

/**
 * @param {number} code
 * @param {string} why
 * @returns {never}
 */
function end(code, why) {
  process.stderr.write(`${why}\n`)
  process.exit(code)
}
