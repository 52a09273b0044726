import type { DamagedFile, Fixity } from '#contract/fixity.ts'
import { countOf, formatDate } from '../../lib/format.ts'

const manyFiles = (count: number) => countOf(count, 'recording or file', 'recordings and files')

/** How everything stands, in a few words. What was not read again yet is not vouched for. */
export function standingOf({ files, readAgain, damaged }: Fixity): string {
  if (files === 0) return 'You keep no recordings or files yet'
  if (damaged > 0) return `${countOf(damaged, 'file')} of ${files} ${damaged === 1 ? 'is' : 'are'} damaged`
  if (readAgain === 0) return 'Nothing had to be read again yet'
  return readAgain < files
    ? 'Everything that was read again is as you gave it to us'
    : 'Everything is as you gave it to us'
}

/** When it was last looked at, and how far. */
export function lastCheck({ lastReadAt, oldestReadAt, files, readAgain }: Fixity): string {
  if (lastReadAt === null || oldestReadAt === null) {
    return `${manyFiles(files)}, looked at within the next weeks.`
  }
  return `Last check: ${formatDate(lastReadAt)}. ${readAgain} of ${manyFiles(files)} read so far, the first of them on ${formatDate(oldestReadAt)}.`
}

/** A sentence with more names in it is read by nobody; all of them are listed in Settings. */
const namedAtMost = 5

/** What is damaged in a story, as a part of a sentence; recordings have no names, so they are counted. */
export function namesOf(damaged: readonly Pick<DamagedFile, 'fileName'>[]): string {
  const recordings = damaged.filter(({ fileName }) => fileName === '').length
  const files = damaged.flatMap(({ fileName }) => (fileName === '' ? [] : [`“${fileName}”`]))
  const told = recordings > 1 ? [`${recordings} recordings`] : ['the recording'].slice(0, recordings)
  const others = files.splice(namedAtMost)
  const rest = others.length > 0 ? [countOf(others.length, 'other file')] : []
  return new Intl.ListFormat('en').format([...told, ...files, ...rest])
}
