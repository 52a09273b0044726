import { aptInstall, aptUnpack } from './apt.mjs'
import { unpackedNginx, unpackedPackages } from './places.mjs'
import { findProgram, howToInstall, isProgram } from './programs.mjs'
import { say } from './say.mjs'

const hasFfmpeg = () => findProgram('ffmpeg') !== undefined && findProgram('ffprobe') !== undefined
/** Programs that tests use to speak, to transcribe, and to check books and archives; each with the packages that provide it. */
const forTests = {
  flite: ['flite'],
  pocketsphinx_continuous: ['pocketsphinx', 'pocketsphinx-en-us'],
  pdftoppm: ['poppler-utils'],
  epubcheck: ['epubcheck'],
  unzip: ['unzip'],
  zip: ['zip'],
  // Its package also contains the library with which the tests set a database's clock.
  faketime: ['faketime'],
}

/** Kinora works without ffmpeg, only slower: a start mentions it and installs nothing. */
export function nameFfmpeg() {
  if (hasFfmpeg()) return
  say(
    'ffmpeg is not installed. Kinora works without it; with it, long recordings are ready four times sooner',
  )
  say(`  and need a sixth of the memory: ${howToInstall('ffmpeg')}`)
}

/** Installs the programs that the tests need, where that is possible without asking. */
export async function installTestPrograms() {
  const missing = () => [
    ...(hasFfmpeg() ? [] : ['ffmpeg']),
    ...Object.entries(forTests).flatMap(([program, packages]) => (findProgram(program) ? [] : packages)),
  ]
  const before = missing()
  if (before.length > 0) await aptInstall(before)
  // Debian's package would start a web server on port 80 of the machine, and the tests need only the program.
  if (!findProgram('nginx') && !isProgram(unpackedNginx)) await aptUnpack('nginx', unpackedPackages)

  const after = missing()
  if (after.length === 0) return
  say(`Missing: ${after.join(', ')}. The tests that need it say so and fail or are left out.`)
  say(`  To have it: ${howToInstall(...after)}`)
}
