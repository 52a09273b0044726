import { randomBytes } from 'node:crypto'
import { expect, it } from 'vitest'
import { newToken } from '../token.ts'
import { createAuthSecrets, newCode } from './secrets.ts'

const newSecrets = () => {
  const master = randomBytes(32)
  return createAuthSecrets({ derive: (label) => Buffer.concat([master, Buffer.from(label)]).subarray(0, 32) })
}
const owner = { userId: 'u', type: 'recovery_token', address: 'a@example.com' }

it('hashes one code differently for every person, purpose, address and instance', () => {
  const secrets = newSecrets()
  const hashes = [
    secrets.hashCode('123456', owner),
    secrets.hashCode('123456', { ...owner, userId: 'v' }),
    secrets.hashCode('123456', { ...owner, type: 'confirmation_token' }),
    secrets.hashCode('123456', { ...owner, address: 'b@example.com' }),
    newSecrets().hashCode('123456', owner),
    secrets.hashLink('123456'),
  ]

  expect(new Set(hashes.map((hash) => hash.toString('hex'))).size).toBe(hashes.length)
  expect(secrets.hashCode('123456', owner)).toEqual(hashes[0])
})

it('opens what it sealed, and only for the same session and when unchanged', () => {
  const secrets = newSecrets()
  const key = randomBytes(32)
  const sealed = secrets.seal(key, 'session')
  const changed = Buffer.from(sealed)
  changed.writeUInt8(changed.readUInt8(20) ^ 1, 20)

  expect(secrets.open(sealed, 'session').equals(key)).toBe(true)
  expect(sealed.includes(key)).toBe(false)
  expect(() => secrets.open(sealed, 'another')).toThrow()
  expect(() => secrets.open(changed, 'session')).toThrow()
  expect(() => newSecrets().open(sealed, 'session')).toThrow()
})

it('makes codes of six digits and links of 256 bits, never the same', () => {
  const codes = Array.from({ length: 200 }, newCode)
  const links = Array.from({ length: 200 }, newToken)

  for (const code of codes) expect(code).toMatch(/^\d{6}$/)
  expect(new Set(codes).size).toBeGreaterThan(190)
  expect(new Set(links).size).toBe(200)
  for (const link of links) expect(Buffer.from(link, 'base64url')).toHaveLength(32)
})
