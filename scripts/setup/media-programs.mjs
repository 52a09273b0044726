import { aptInstall, aptUnpack } from './apt.mjs'
import { unpackedNginx, unpackedPackages } from './places.mjs'
import { findProgram, howToInstall, isProgram } from './programs.mjs'
import { say } from './say.mjs'

const hasFfmpeg = () => findProgram('ffmpeg') !== undefined && findProgram('ffprobe') !== undefined
/** What tests speak with, what hears them, and what reads books and archives: packages by the program that shows that they are there. */
const forTests = {
  flite: ['flite'],
  pocketsphinx_continuous: ['pocketsphinx', 'pocketsphinx-en-us'],
  pdftoppm: ['poppler-utils'],
  epubcheck: ['epubcheck'],
  unzip: ['unzip'],
  zip: ['zip'],
  // It brings the library beside it that a database's clock is set with.
  faketime: ['faketime'],
}

/** Kinora works without ffmpeg, only slower: a start names it and changes nothing on the machine. */
export function nameFfmpeg() {
  if (hasFfmpeg()) return
  say(
    'ffmpeg is not installed. Kinora works without it; with it, long recordings are ready four times sooner',
  )
  say(`  and need a sixth of the memory: ${howToInstall('ffmpeg')}`)
}

/** Brings what the tests speak and listen with, where that is possible without asking. */
export async function installTestPrograms() {
  const missing = () => [
    ...(hasFfmpeg() ? [] : ['ffmpeg']),
    ...Object.entries(forTests).flatMap(([program, packages]) => (findProgram(program) ? [] : packages)),
  ]
  const before = missing()
  if (before.length > 0) await aptInstall(before)
  // Installed by Debian's package it would serve the machine's port 80 from then on; tests need the program alone.
  if (!findProgram('nginx') && !isProgram(unpackedNginx)) await aptUnpack('nginx', unpackedPackages)

  const after = missing()
  if (after.length === 0) return
  say(`Missing: ${after.join(', ')}. The tests that need it say so and fail or are left out.`)
  say(`  To have it: ${howToInstall(...after)}`)
}
