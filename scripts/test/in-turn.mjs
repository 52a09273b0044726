import { knownFaults } from '../faults/known-faults.mjs'
import { testsOf } from '../faults/reliability.mjs'

/** The number of days in a row on which `npm test` has run every browser test. */
export const turns = 3

const dayMs = 86_400_000

/**
 * The browser tests that take turns: what holds on many screens alike, or when several things come together. The paths that
 * everybody takes, and the recorder's own, are in the other files and run every time, as does each test that a known fault names.
 */
const takeTurns = new Set([
  'abandoned-recording',
  'any-story',
  'arranging',
  'asked-again',
  'back-from-elsewhere',
  'back-on-a-phone',
  'bad-input',
  'begun-entries',
  'blocked-cookies',
  'book-on-a-phone',
  'catalogue',
  'chosen-files',
  'comments-taken-back',
  'composing',
  'confirm-dialog',
  'copied',
  'damaged-shared',
  'double-press',
  'edited-line',
  'failure-toasts',
  'files-in-studio',
  'files-meanwhile',
  'files-on-a-phone',
  'first-screens',
  'gone-on',
  'gone-while-written',
  'kept-focus',
  'landing',
  'large-text',
  'limits',
  'long-book',
  'long-lists',
  'long-title',
  'long-transcript',
  'lost-answers',
  'lost-deletions',
  'many-proposals',
  'opening',
  'own-key',
  'pages-taken-out',
  'print',
  'prompts-by-keyboard',
  'prompts-studio',
  'prompts-way-back',
  'recorder/device-trouble',
  'recorder/in-page',
  'recorder/new-story',
  'recorder/phone-trouble',
  'recorder/sign-in',
  'recorder/studio-controls',
  'recorder/told-in-place',
  'recorder/trouble',
  'refused-words',
  'reworded-twice',
  'search-palette',
  'second-step-dialogs',
  'settings-contents',
  'signed-out',
  'silent-chapter',
  'silent-lines',
  'story-proposals',
  'storybooks-by-keyboard',
  'studio-tabs',
  'suggestions-decided-before',
  'taken-focus',
  'told-in-place',
  'told-once',
  'transcript-words',
  'two-at-once',
  'under-hands',
  'unsaved-words',
  'upload-messages',
  'ways-back',
  'wrong-clock',
])

/**
 * The turn of a commit, from 0. Its day decides, so that a commit is always tested alike, whoever does it, and however little of the
 * history they have.
 *
 * @param {number} committedMs when it was made, in ms since 1970
 */
export const turnOf = (committedMs) => Math.floor(committedMs / dayMs) % turns

/**
 * The tests whose turn it is not.
 *
 * @param {string} listing what `playwright test --list` prints: `[pages] › print.spec.ts:12:1 › a story prints on white`
 * @param {number} turn from 0
 * @returns {string[]} their lines, as `playwright test --test-list-invert` reads them
 */
export function notTheirTurn(listing, turn) {
  const lines = listing.split('\n').filter((line) => line.includes(' › '))
  return lines
    .map((line) => line.trim())
    .filter((line) => takeTurns.has(fileOf(line)) && !isNamedByFault(line))
    .filter((_, index) => index % turns !== turn)
}

/** @param {string} line `recorder/trouble`, of `[recordings] › recorder/trouble.spec.ts:12:1 › …` */
const fileOf = (line) => line.split(' › ')[1]?.split('.spec.ts')[0] ?? ''

const named = knownFaults.flatMap(testsOf)

/** @param {string} line */
const isNamedByFault = (line) =>
  named.some(({ file, title }) => file === `e2e/${fileOf(line)}.spec.ts` && line.includes(` › ${title}`))

/** The files that take turns, as they are called below `e2e`. */
export const filesInTurn = [...takeTurns].map((name) => `${name}.spec.ts`)
