import { expect, it } from 'vitest'
import { limits } from '#contract/limits.ts'
import { droppedFiles, TooManyFiles } from './dropped-files.ts'

/** Files that were dropped by themselves, without a folder around them. */
function dropOf(count: number): DataTransfer {
  const items = Array.from({ length: count }, (_, index) => ({
    kind: 'file',
    webkitGetAsEntry: () => ({ isDirectory: false, isFile: true }),
    getAsFile: () => new File(['a'], `Scan ${index}.jpg`),
  }))
  return { items } as unknown as DataTransfer
}

it('takes as many files as a story may have, and refuses more, also without a folder around them', async () => {
  expect(await droppedFiles(dropOf(limits.filesPerStory))).toHaveLength(limits.filesPerStory)
  await expect(droppedFiles(dropOf(limits.filesPerStory + 1))).rejects.toThrow(TooManyFiles)
})
