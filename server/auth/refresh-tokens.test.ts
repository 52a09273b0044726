import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { v7 as uuid } from 'uuid'
import { expect, it } from 'vitest'
import { decodeRefreshToken, encodeRefreshToken } from './refresh-tokens.ts'

const counters = fc.bigInt({ min: 0n, max: 2n ** 63n - 1n })

it("gives back session and counter, signed with the session's key", () => {
  fc.assert(
    fc.property(counters, (counter) => {
      const key = randomBytes(32)
      const sessionId = uuid()

      const decoded = decodeRefreshToken(encodeRefreshToken({ sessionId, counter }, key))

      expect(decoded).toMatchObject({ sessionId, counter })
      expect(decoded?.isSignedWith(key)).toBe(true)
      expect(decoded?.isSignedWith(randomBytes(32))).toBe(false)
    }),
  )
})

it('takes nothing for a token that is not one, and never throws', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.base64String(), fc.uint8Array({ maxLength: 80 })), (input) => {
      const text = typeof input === 'string' ? input : Buffer.from(input).toString('base64url')
      expect(decodeRefreshToken(text)).toBeNull()
    }),
  )
})

it('notices any change of any character', () => {
  const token = encodeRefreshToken({ sessionId: uuid(), counter: 300n }, randomBytes(32))

  for (let index = 0; index < token.length; index++) {
    const other = token[index] === 'A' ? 'B' : 'A'
    expect(decodeRefreshToken(token.slice(0, index) + other + token.slice(index + 1))).toBeNull()
  }
})

it('knows one spelling of a token only', () => {
  const token = encodeRefreshToken({ sessionId: uuid(), counter: 0n }, randomBytes(32))

  for (const spelling of [`${token}=`, ` ${token}`, `${token}\n`, token.replace(/.$/, '$&.')]) {
    expect(decodeRefreshToken(spelling)).toBeNull()
  }
})
