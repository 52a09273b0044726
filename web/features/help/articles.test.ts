import { globSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { compileArticle } from '../../build/compile-article.ts'
import { searchHelp } from './search.ts'

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

it.each([
  'I forgot my password',
  'forgotten password?',
  'How do I log in without my password?',
  'no mail comes',
])('what people ask who cannot log in is answered: “%s”', (question) => {
  const slug = 'your-account'
  const article = { slug, ...compileArticle(readFileSync(join(articles, `${slug}.md`), 'utf8')) }
  expect(searchHelp([article], question)[0]?.part?.text).toBe('If you forgot your password')
})
