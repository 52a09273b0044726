import type { DamagedFile, Fixity } from '#contract/fixity.ts'
import { countOf, formatDate } from '../../lib/format.ts'

const manyFiles = (count: number) => countOf(count, 'recording or file', 'recordings and files')

/** The overall state in a few words. Files that have not been read again yet are not vouched for. */
export function standingOf({ files, readAgain, damaged }: Fixity): string {
  if (files === 0) return 'You keep no recordings or files yet'
  if (damaged > 0) return `${countOf(damaged, 'file')} of ${files} ${damaged === 1 ? 'is' : 'are'} damaged`
  if (readAgain === 0) return 'Nothing had to be read again yet'
  return readAgain < files
    ? 'Everything that was read again is as you gave it to us'
    : 'Everything is as you gave it to us'
}

/** When the last check took place, and how much it covered. */
export function lastCheck({ lastReadAt, oldestReadAt, files, readAgain }: Fixity): string {
  if (lastReadAt === null || oldestReadAt === null) {
    return `${manyFiles(files)}, looked at within the next weeks.`
  }
  return `Last check: ${formatDate(lastReadAt)}. ${readAgain} of ${manyFiles(files)} read so far, the first of them on ${formatDate(oldestReadAt)}.`
}

/** Nobody reads a sentence with more names than this; Settings lists them all. */
const namedAtMost = 5

/** The damaged files of a story, as part of a sentence. Recordings have no file names, so they are counted. */
export function namesOf(damaged: readonly Pick<DamagedFile, 'fileName'>[]): string {
  const recordings = damaged.filter(({ fileName }) => fileName === '').length
  const files = damaged.flatMap(({ fileName }) => (fileName === '' ? [] : [`“${fileName}”`]))
  const told = recordings > 1 ? [`${recordings} recordings`] : ['the recording'].slice(0, recordings)
  const others = files.splice(namedAtMost)
  const rest = others.length > 0 ? [countOf(others.length, 'other file')] : []
  return new Intl.ListFormat('en').format([...told, ...files, ...rest])
}
