import { sha256Of } from '../sha256.ts'
import { type Files, zipped } from './archives.ts'

/** The folder of the zip that contains the bag. */
export function baseIn(files: Files): string {
  const [name = ''] = [...files.keys()].filter((one) => one.endsWith('/bagit.txt'))
  return name.slice(0, -'bagit.txt'.length)
}

/** The payload of a bag, by path below `data`. */
export function payloadOf(files: Files): Files {
  const root = `${baseIn(files)}data/`
  return new Map(
    [...files].flatMap(([name, bytes]) => (name.startsWith(root) ? [[name.slice(root.length), bytes]] : [])),
  )
}

/** A valid bag of these files, as another program would make it; `change` may alter the tag files before they are written. */
export function bagOf(payload: Files, change: (tags: Files) => void = () => undefined): Files {
  const base = 'family/'
  const named = new Map([...payload].map(([path, bytes]) => [`data/${path}`, bytes]))
  const size = [...payload.values()].reduce((sum, { length }) => sum + length, 0)
  const tags: Files = new Map([
    ['bagit.txt', Buffer.from('BagIt-Version: 1.0\nTag-File-Character-Encoding: UTF-8\n')],
    ['bag-info.txt', Buffer.from(`Payload-Oxum: ${size}.${payload.size}\n`)],
    ['manifest-sha256.txt', linesOf(named)],
  ])
  change(tags)
  tags.set('tagmanifest-sha256.txt', linesOf(tags))
  return new Map([...named, ...tags].map(([path, bytes]) => [base + path, bytes]))
}

/** Such a bag as a zip. */
export const zippedBag = (payload: Files, change?: (tags: Files) => void): Promise<Buffer> =>
  zipped(bagOf(payload, change))

/** The files with a changed archive.json. */
export function withAbout(payload: Files, change: (about: Record<string, unknown>) => object): Files {
  const about = JSON.parse(String(payload.get('archive.json')))
  return new Map([...payload, ['archive.json', Buffer.from(JSON.stringify(change(about)))]])
}

const linesOf = (files: Files): Buffer =>
  Buffer.from([...files].map(([path, bytes]) => `${sha256Of(bytes)}  ${path}\n`).join(''))
