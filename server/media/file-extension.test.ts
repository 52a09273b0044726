import { expect, test } from 'vitest'
import { extensionOf } from './file-extension.ts'

test.each([
  ['image/tiff', 'tif'],
  ['image/heif', 'heif'],
  ['image/bmp', 'bmp'],
  ['video/webm;codecs=vp9,opus', 'webm'],
  ['application/pdf', 'pdf'],
  ['something/else', 'bin'],
])('%s is kept as .%s', (mimeType, extension) => {
  expect(extensionOf(mimeType)).toBe(extension)
})
