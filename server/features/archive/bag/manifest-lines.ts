import { limits } from '#contract/limits.ts'
import { ArchiveError } from '../archive-error.ts'
import type { ListedFile } from '../write-zip.ts'

/** Lines written at a time, so that the list of a large family is not held as one text. */
const AT_ONCE = 500

/** The text of a BagIt manifest (RFC 8493, 2.1.3): one digest and path a line. */
export function* manifestLines(files: readonly ListedFile[]): Generator<string> {
  for (let first = 0; first < files.length; first += AT_ONCE) {
    const some = files.slice(first, first + AT_ONCE)
    yield some.map(({ path, sha256 }) => `${sha256}  ${encoded(path)}\n`).join('')
  }
}

/**
 * The digests of a manifest by path. @throws ArchiveError for a malformed line, a repeated path, a path that leads out of the bag,
 * or too many lines
 */
export function readManifestLines(text: string, most: number = limits.archiveFiles): Map<string, string> {
  const digests = new Map<string, string>()
  for (const [line] of text.matchAll(/[^\r\n]+/g)) {
    if (digests.size === most) throw new ArchiveError('too_large', 'more files than an archive has')
    const [, digest, written] = /^([0-9a-f]{64})[ \t]+\*?(.+)$/i.exec(line) ?? []
    if (digest === undefined || written === undefined) throw new ArchiveError('bad_rows', line.slice(0, 200))
    const path = decoded(written)
    const leadsOut = path.split('/').some((part) => part === '..' || part === '.')
    if (leadsOut || digests.has(path)) throw new ArchiveError('unsafe_name', path)
    digests.set(path, digest.toLowerCase())
  }
  return digests
}

/** Escapes the characters that would end a line, and the escape sign itself; BagIt allows no other escapes. */
const encoded = (path: string): string =>
  path.replaceAll('%', '%25').replaceAll('\n', '%0A').replaceAll('\r', '%0D')

const decoded = (path: string): string =>
  path.replaceAll(/%(?:25|0A|0D)/gi, (written) => decodeURIComponent(written))
