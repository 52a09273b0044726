import { ArchiveError } from '../archive-error.ts'
import type { Contents } from '../contents.ts'
import { aboutName, readAbout, rowsFolder } from '../manifest.ts'
import type { OpenZip } from '../read-zip.ts'
import { readManifestLines } from './manifest-lines.ts'

/** The folder of the payload in a bag. */
const payloadFolder = 'data/'
const lists = { payload: 'manifest-sha256.txt', tags: 'tagmanifest-sha256.txt' }

/** The folder that a zip with a bag in it unpacks to; null for any other zip. */
export function baseOf({ entries }: OpenZip): string | null {
  for (const name of entries.keys()) {
    const [, base] = /^([^/]+)\/bagit\.txt$/.exec(name) ?? []
    if (base !== undefined) return base
  }
  return null
}

/**
 * Reads what a bag of ours (RFC 8493) says that it holds. The digests are verified later, in `withArchive`.
 * @throws ArchiveError
 */
export async function readBag(zip: OpenZip, base: string): Promise<Contents> {
  const inBag = (path: string) => `${base}/${path}`
  checkDeclaration(await zip.text(inBag('bagit.txt')))
  refuseOtherDigests(zip, base)
  const payload = readManifestLines(await zip.text(inBag(lists.payload)))
  const tags = readManifestLines(await zip.text(inBag(lists.tags)))
  checkLists(payload, tags)
  const listed = [...payload, ...tags].map(([path, sha256]): [string, string] => [inBag(path), sha256])
  return {
    about: readAbout(await zip.text(inBag(`${payloadFolder}${aboutName}`))),
    rows: rowsFolder,
    root: inBag(payloadFolder),
    list: inBag(lists.tags),
    oxum: oxumOf(await zip.text(inBag('bag-info.txt'))),
    digests: new Map(listed),
  }
}

function checkDeclaration(text: string): void {
  const [, version, encoding] =
    /^BagIt-Version: (\d+\.\d+)\r?\nTag-File-Character-Encoding: (\S+)\r?\n?$/.exec(text) ?? []
  if (version === undefined) throw new ArchiveError('not_an_archive', 'bagit.txt is of something else')
  if (version !== '1.0' || encoding?.toUpperCase() !== 'UTF-8')
    throw new ArchiveError('unknown_version', `BagIt ${version}, ${encoding}`)
}

/** Refuses manifests with other digests than SHA-256: they are not verified, so they could say anything. */
function refuseOtherDigests({ entries }: OpenZip, base: string): void {
  for (const name of entries.keys()) {
    const [, algorithm] = /^(?:tag)?manifest-([^/]+)\.txt$/.exec(name.slice(base.length + 1)) ?? []
    if (algorithm !== undefined && algorithm !== 'sha256') throw new ArchiveError('unknown_digest', name)
  }
}

function checkLists(payload: Map<string, string>, tags: Map<string, string>): void {
  for (const path of payload.keys()) {
    if (!path.startsWith(payloadFolder)) throw new ArchiveError('unsafe_name', path)
  }
  for (const path of tags.keys()) {
    if (path.startsWith(payloadFolder)) throw new ArchiveError('unsafe_name', path)
  }
  for (const path of ['bagit.txt', 'bag-info.txt', lists.payload]) {
    if (!tags.has(path)) throw new ArchiveError('missing_file', `${path} is not listed`)
  }
}

/** The bytes and files of the payload as the bag counted them (Payload-Oxum), a count that every bag of ours has. */
function oxumOf(info: string): string {
  const [, oxum] = /^Payload-Oxum:[ \t]*(\d+\.\d+)[ \t]*\r?$/m.exec(info) ?? []
  if (oxum === undefined) throw new ArchiveError('not_an_archive', 'bag-info.txt counts nothing')
  return oxum
}
