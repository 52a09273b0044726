import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { backupsIn } from './backup-folder.ts'
import { type MediaLine, mediaLine, mediaListName } from './manifest.ts'

/** Yields the lines of a finished backup's list of media. */
export async function* readMediaLines(folder: string, name: string): AsyncGenerator<MediaLine> {
  const file = createReadStream(join(backupsIn(folder), name, mediaListName))
  for await (const line of createInterface({ input: file, crlfDelay: Number.POSITIVE_INFINITY })) {
    if (line !== '') yield mediaLine.parse(JSON.parse(line))
  }
}
