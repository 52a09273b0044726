import { expect, test } from 'vitest'
import { extensionOf, splitName } from './file-extension.ts'

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

test.each([
  ['holiday.MOV', ['holiday', 'MOV']],
  ['Oma. 1961.jpeg', ['Oma. 1961', 'jpeg']],
  ['no ending', ['no ending', '']],
  ['holiday.html', ['holiday.html', '']],
  ['holiday.jpg.BAT', ['holiday.jpg.BAT', '']],
])('%s ends as what it is, or not at all', (name, parts) => {
  expect(splitName(name)).toEqual(parts)
})
