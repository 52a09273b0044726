import { expect, test } from 'vitest'
import { contentDisposition, downloadName } from './content-disposition.ts'

test.each([
  [
    'quotes and percent signs',
    'Zoë’s "best" 100%.jpg',
    "Zoes 'best' 100'.jpg",
    'Zo%C3%AB%E2%80%99s%20%22best%22%20100%25.jpg',
  ],
  [
    'what an extended value may not hold',
    "Zoë's (1)*.jpg",
    "Zoe's (1)*.jpg",
    'Zo%C3%AB%27s%20%281%29%2A.jpg',
  ],
  ['only letters that are not ASCII', '写真', 'file', '%E5%86%99%E7%9C%9F'],
  ['such letters in front', '写真 1.jpg', '1.jpg', '%E5%86%99%E7%9C%9F%201.jpg'],
  [
    'lines, paths and signs that nobody sees',
    ' a\r\nSet-Cookie: x/..\\b\u202e ',
    'a Set-Cookie: x .. b',
    'a%20Set-Cookie%3A%20x%20..%20b',
  ],
  [
    'signs that stand for separators and quotes',
    '℅ ..／a＼b＂.jpg',
    "c o .. a b'.jpg",
    '%E2%84%85%20..%EF%BC%8Fa%EF%BC%BCb%EF%BC%82.jpg',
  ],
  ['half of a character', 'a\ud83d.jpg', 'a.jpg', 'a%EF%BF%BD.jpg'],
  ['nothing that can be seen', ' \u200b', 'file', 'file'],
])('a name with %s comes through in both forms, and nothing else with it', (_, name, ascii, encoded) => {
  expect(contentDisposition('attachment', name)).toBe(
    `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`,
  )
})

test('a file without a name is saved under its story’s title and when it was kept, or under ours', () => {
  const keptAt = new Date('2026-05-04T18:03:09.500Z')
  const film = { fileName: '', mimeType: 'video/mp4' }

  expect(downloadName({ ...film, title: 'The mill', keptAt })).toBe('The mill 2026-05-04-18-03-09.mp4')
  expect(downloadName({ ...film, title: 'The mill', keptAt: null })).toBe('The mill.mp4')
  expect(downloadName({ ...film, title: null, keptAt })).toBe('Kinora.mp4')
  expect(downloadName({ ...film, fileName: 'dance.mov', title: 'The mill', keptAt })).toBe('dance.mov')
})
