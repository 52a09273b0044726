import { version } from '../../../version.ts'
import { sizeInWords } from '../archive-letter.ts'
import { bagPage } from '../pages/bag-page.ts'
import { premisOf } from '../premis/write-premis.ts'
import type { TagFile, WrittenFiles } from '../write-zip.ts'
import type { Bag } from './bag.ts'
import { manifestLines } from './manifest-lines.ts'

const declaration = 'BagIt-Version: 1.0\nTag-File-Character-Encoding: UTF-8\n'

/**
 * The files that make a folder a bag (RFC 8493), in the order in which they are written: all after the payload, whose
 * digests are known only then, and the list of these files last.
 */
export function* tagFiles(bag: Bag, { payload, tags }: WrittenFiles): Generator<TagFile> {
  yield { path: 'bagit.txt', content: [declaration] }
  yield { path: 'bag-info.txt', content: [bagInfo(bag, payload)] }
  yield { path: 'index.html', content: [bagPage(bag.about.account.name)] }
  yield { path: 'metadata/premis.xml', content: premisOf(bag, payload) }
  yield { path: 'manifest-sha256.txt', content: manifestLines(payload) }
  yield { path: 'tagmanifest-sha256.txt', content: manifestLines(tags) }
}

function bagInfo({ id, about }: Bag, payload: WrittenFiles['payload']): string {
  const { account, createdAt } = about
  const bytes = payload.reduce((sum, { size }) => sum + size, 0)
  const labels: [string, string][] = [
    ['Contact-Name', account.name],
    ['Contact-Email', account.email],
    ['External-Description', 'A family’s stories as they were kept in Kinora, an oral history archive'],
    ['External-Identifier', `urn:uuid:${id}`],
    ['Bag-Group-Identifier', `urn:uuid:${account.id}`],
    ['Bagging-Date', createdAt.slice(0, 10)],
    ['Bag-Size', sizeInWords(bytes)],
    ['Payload-Oxum', `${bytes}.${payload.length}`],
    ['Bag-Software-Agent', `Kinora ${version}`],
  ]
  return labels
    .map(([label, value]) => [label, oneLine(value)])
    .filter(([, value]) => value !== '')
    .map(([label, value]) => `${label}: ${value}\n`)
    .join('')
}

/** A name with a line break in it would begin another label. */
const oneLine = (text: string): string => text.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim()
