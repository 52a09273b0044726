import { expect, test } from 'vitest'
import { shareTargets } from './share-targets.ts'

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
