import { globSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const web = join(import.meta.dirname, '../..')
const articles = join(import.meta.dirname, 'articles')

/** Bold text that is not found in our interface: buttons of browsers, and words that are only emphasised. */
const notOurs = [
  'Add to home screen',
  'Install app',
  'Add to Home Screen',
  'Allow',
  'Android',
  'iPhone and iPad',
  'same device and in the same browser',
  'Transcripts',
]

it('what an article calls by name stands on a screen in these very words', () => {
  const files = globSync('**/*.{ts,tsx}', { cwd: web, exclude: ['features/help/**', '**/*.test.ts'] })
  const screens = files.map((file) => readFileSync(join(web, file), 'utf8').replace(/\s+/g, ' ')).join('\n')
  const named = readdirSync(articles).flatMap((article) =>
    [...readFileSync(join(articles, article), 'utf8').matchAll(/\*\*(.+?)\*\*/g)].map(([, words = '']) => ({
      article,
      words: words.replace(/[.:?]$/, ''),
    })),
  )

  expect(named.length).toBeGreaterThan(80)
  expect(named.filter(({ words }) => !notOurs.includes(words) && !screens.includes(words))).toEqual([])
})
