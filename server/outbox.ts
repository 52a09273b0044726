import { mkdir, rename, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { flushNames } from './storage/durable-names.ts'

/**
 * Puts a message into the folder of what is not sent, and resolves once it is on the medium: its job is then gone. It is written under
 * a hidden name and then renamed, so that programs that watch the folder never see half a message.
 */
export async function putIntoOutbox(
  folder: string,
  name: string,
  content: string | Uint8Array | Readable,
): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await writeFile(join(folder, `.${name}`), content, { mode: 0o600, flush: true })
  await rename(join(folder, `.${name}`), join(folder, name))
  await flushNames(folder, dirname(folder))
}
