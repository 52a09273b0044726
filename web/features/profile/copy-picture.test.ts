import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { copyPicture } from './copy-picture.ts'

/** Serves one picture at an address that works; every other address has expired. */
const server = createServer(({ url }, answer) => {
  answer.statusCode = url === '/now' ? 200 : 403
  answer.end(url === '/now' ? 'a picture' : '')
})
server.listen(0, '127.0.0.1')
await once(server, 'listening')
afterAll(() => void server.close())
const at = (path: string) => `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`

test('a picture is copied from its present address where the one on the page has expired', async () => {
  const copy = await copyPicture(at('/an-hour-ago'), async () => at('/now'))

  expect(await copy?.text()).toBe('a picture')
})

test('of a picture that is gone or cannot be read there is no copy', async () => {
  expect(await copyPicture(null, async () => at('/now'))).toBeNull()
  expect(await copyPicture(at('/gone'), async () => null)).toBeNull()
  expect(await copyPicture(at('/damaged'), async () => at('/damaged-still'))).toBeNull()
})
