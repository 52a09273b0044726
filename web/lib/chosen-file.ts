/** A file that somebody chose is no longer readable: it was moved or changed, or the stick it lies on was pulled out. */
export class FileAway extends Error {
  readonly code = 'FILE_AWAY'
}

/** The bytes of a chosen file, or of a slice of one. @throws FileAway */
export async function readChosen(file: Blob): Promise<ArrayBuffer> {
  try {
    return await file.arrayBuffer()
  } catch (cause) {
    throw new FileAway('the file cannot be read any more', { cause })
  }
}

/**
 * When a file cannot be read, a request that sends it fails as if there were no network. Reading one byte tells the two apart.
 * @throws FileAway
 */
export async function assertReadable(file: Blob): Promise<void> {
  await readChosen(file.slice(0, 1))
}
