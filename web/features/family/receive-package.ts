import { gedzipPath, leftOutHeader, lostHeader } from '#contract/paths.ts'
import { receiveFile } from '../../lib/receive-file.ts'

/** The end-of-central-directory record of a zip without a comment: its length and its signature (APPNOTE 4.3.16). */
const endBytes = 22
const endSign = [0x50, 0x4b, 0x05, 0x06]

/**
 * Downloads the family with its photos and documents, and checks that the download is complete. Its length is unknown until it is packed,
 * so behind a proxy that speaks HTTP/1.0 to the server a connection that breaks off looks like the end of the file.
 * @returns the file, how many files were left out for lack of room, and how many are lost
 * @throws what `receiveFile` throws, and a TypeError, which counts as a failed connection, if the package is incomplete
 */
export async function receivePackage(): Promise<{ file: Blob; leftOut: number; lost: number }> {
  const { file, headers } = await receiveFile(gedzipPath)
  const end = new Uint8Array(await file.slice(-endBytes).arrayBuffer())
  if (endSign.some((byte, at) => end[at] !== byte)) throw new TypeError('the package came cut')
  const [leftOut = 0, lost = 0] = [leftOutHeader, lostHeader].map((name) => Number(headers.get(name) ?? 0))
  return { file, leftOut, lost }
}
