import { createHash } from 'node:crypto'
import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { contentDigest, createRunningHash, sha256Of } from './hash.ts'

const bytes = fc.uint8Array({ maxLength: 300 }).map((array) => new Uint8Array(array))

it('gives the digest of the whole, however it was cut and wherever it was kept and taken up again', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(bytes), async (pieces) => {
      let hash = await createRunningHash()
      for (const piece of pieces) {
        hash.update(piece)
        hash.digest()
        hash = await createRunningHash(hash.state())
      }
      expect(hash.digest()).toBe(createHash('sha256').update(Buffer.concat(pieces)).digest('hex'))
    }),
  )
})

it('refuses a kept state that is not one', async () => {
  await expect(createRunningHash(new Uint8Array(7))).rejects.toThrow()
})

it('writes a digest as RFC 9530 has it', async () => {
  const digest = await sha256Of(new TextEncoder().encode('{"hello": "world"}\n'))
  expect(contentDigest(digest)).toBe('sha-256=:RK/0qy18MlBSVnWgjwz6lZEWjP/lF5HF9bvEF8FabDg=:')
})
