import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type Block, textOf, type Words } from '../features/help/article.ts'
import { compileArticle } from './compile-article.ts'

const help = join(import.meta.dirname, '../features/help')
const files = readdirSync(join(help, 'articles'))
const routes = readFileSync(join(import.meta.dirname, '../routes.tsx'), 'utf8')
const topics = readFileSync(join(help, 'topics.ts'), 'utf8')

describe.each(files)('%s', (file) => {
  const { title, blocks } = compileArticle(readFileSync(join(help, 'articles', file), 'utf8'))

  test('has a title, parts and something to say', () => {
    expect(title.length).toBeGreaterThan(5)
    expect(blocks.filter(({ type }) => type === 'heading').length).toBeGreaterThan(1)
    expect(blocks.map(textOf).join(' ').split(/\s+/).length).toBeGreaterThan(100)
  })

  test('stands under a topic', () => {
    expect(topics).toContain(`'${file.replace('.md', '')}'`)
  })

  test('leads only to pages and articles that there are', () => {
    for (const address of blocks.flatMap(linksOf)) {
      const article = /^\/app\/help\/(.+)$/.exec(address)?.[1]
      if (article !== undefined) expect(files).toContain(`${article}.md`)
      else expect(routes).toContain(`...inApp, path: '${address.replace('/app/', '')}'`)
    }
  })
})

test('every picture of a screen is there', () => {
  const pictures = readdirSync(join(help, 'pictures'))
  const shown = files.flatMap((file) =>
    compileArticle(readFileSync(join(help, 'articles', file), 'utf8')).blocks.flatMap((block) =>
      block.type === 'picture' ? [`${block.name}.webp`] : [],
    ),
  )
  expect(shown.toSorted()).toEqual(pictures.toSorted())
})

test('there are five, eight and six', () => {
  const [, ...lists] = topics.split(/'(?:Getting Started|Recording Tips|Managing Stories)': \[/)
  expect(lists.map((list) => list.split(']')[0]?.match(/'[\w-]+'/g)?.length)).toEqual([5, 8, 6])
})

test.for([
  ['HTML', '# A\n\n<script>alert(1)</script>'],
  ['HTML between words', '# A\n\nSome <b>bold</b> words'],
  ['a link out of the app', '# A\n\n[there](https://elsewhere.example)'],
  ['a picture', '# A\n\n![x](https://elsewhere.example/x.png)'],
  ['no title', 'Only words'],
  ['two parts of one name', '# A\n\n## Same\n\n## Same'],
])('an article with %s stops the build', ([, markdown = '']) => {
  expect(() => compileArticle(markdown)).toThrow()
})

function linksOf(block: Block): string[] {
  if (block.type === 'heading' || block.type === 'picture') return []
  const words = block.type === 'list' ? block.items.flat() : block.words
  return words.flatMap(linksIn)
}

function linksIn(words: Words): string[] {
  if (typeof words === 'string') return []
  const inside = words.words.flatMap(linksIn)
  return words.type === 'link' ? [words.href, ...inside] : inside
}
