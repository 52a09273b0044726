import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const articles = join(import.meta.dirname, 'articles')
const pictures = join(import.meta.dirname, 'pictures')
const shown = readdirSync(articles).flatMap((article) =>
  [...readFileSync(join(articles, article), 'utf8').matchAll(/^!\[(.*)\]\((.*)\)$/gm)].map(
    ([, says = '', name = '']) => ({ article, says, name }),
  ),
)

it('every article shows a screen, and says in words what is on it', () => {
  expect([...new Set(shown.map(({ article }) => article))]).toEqual(readdirSync(articles))
  for (const { says } of shown) expect(says.length).toBeGreaterThan(20)
})

it('every picture that is shown is there, is small, and none lies about unused', () => {
  const files = readdirSync(pictures)

  expect([...new Set(shown.map(({ name }) => `${name}.webp`))].sort()).toEqual(files.sort())
  for (const file of files) expect(statSync(join(pictures, file)).size, file).toBeLessThan(45_000)
})
