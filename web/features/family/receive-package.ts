import { gedzipPath, leftOutHeader, lostHeader } from '#contract/paths.ts'
import { receiveFile } from '../../lib/receive-file.ts'

/** How a zip without a comment ends: with where its list of files is, after this sign (APPNOTE 4.3.16). */
const endBytes = 22
const endSign = [0x50, 0x4b, 0x05, 0x06]

/**
 * The family with its photos and documents. Its length is not known before it is packed, and a proxy that speaks HTTP/1.0 to the
 * server passes on what has come of it as if that were all.
 * @returns with it, how many files found no room, and how many are lost
 * @throws as `receiveFile`, and as without a connection for what came cut
 */
export async function receivePackage(): Promise<{ file: Blob; leftOut: number; lost: number }> {
  const { file, headers } = await receiveFile(gedzipPath)
  const end = new Uint8Array(await file.slice(-endBytes).arrayBuffer())
  if (endSign.some((byte, at) => end[at] !== byte)) throw new TypeError('the package came cut')
  const [leftOut = 0, lost = 0] = [leftOutHeader, lostHeader].map((name) => Number(headers.get(name) ?? 0))
  return { file, leftOut, lost }
}
