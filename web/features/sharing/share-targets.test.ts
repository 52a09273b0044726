import { expect, test } from 'vitest'
import { shareTargets } from './share-targets.ts'

test('a link is passed on by mail, by text message, on a social page and as a tweet', () => {
  const ways = shareTargets('Bread', 'https://kinora.example/s/abc').map(({ label, href, opensPage }) => [
    label,
    href.split('?')[0],
    opensPage,
  ])

  expect(ways).toEqual([
    ['Email', 'mailto:', false],
    ['Text message', 'sms:', false],
    ['Facebook', 'https://www.facebook.com/sharer/sharer.php', true],
    ['X (Twitter)', 'https://twitter.com/intent/tweet', true],
  ])
})

test('a title with any characters stays one parameter in every link', () => {
  const url = 'https://kinora.example/s/abc'
  const title = 'Bread & “salt” ? #1\nحكاية'

  for (const { href } of shareTargets(title, url)) {
    const query = new URLSearchParams(href.split('?').slice(1).join('?'))
    const said = [...query.values()].join(' ')
    expect(said).toContain(url)
    expect(href).not.toMatch(/[\s#“]/)
  }
})
