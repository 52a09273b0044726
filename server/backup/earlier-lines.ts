import { listBackups } from './backup-folder.ts'
import type { MediaLine } from './manifest.ts'
import { readMediaLines } from './media-lines.ts'

/** What the newest backup of a folder says about objects. They have to be asked for in the order of their keys. */
export type EarlierLines = { of: (key: string) => Promise<MediaLine | undefined>; close: () => Promise<void> }

/**
 * Reads the list of the newest backup in step with the one that is being made, so that neither list has to be held in memory. Lines
 * behind a damaged one, and lists that an older Kinora wrote in no order, yield nothing: those objects are read again.
 */
export async function openEarlierLines(folder: string): Promise<EarlierLines> {
  const newest = (await listBackups(folder)).at(-1)
  const lines = newest === undefined ? none() : readMediaLines(folder, newest)
  const next = async (): Promise<MediaLine | undefined> => {
    try {
      const { done, value } = await lines.next()
      return done ? undefined : value
    } catch {
      return undefined
    }
  }
  let line = await next()
  return {
    of: async (key) => {
      while (line && line.key < key) line = await next()
      return line?.key === key ? line : undefined
    },
    close: async () => void (await lines.return(undefined)),
  }
}

async function* none(): AsyncGenerator<MediaLine> {}
