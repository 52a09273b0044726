/** A file that somebody chose cannot be read any more: it was moved or changed, or lies on a stick that was pulled out. */
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
 * A request whose file is away fails as if there were no network; reading a byte tells which it was.
 * @throws FileAway
 */
export async function assertReadable(file: Blob): Promise<void> {
  await readChosen(file.slice(0, 1))
}
