import { hash, type Options, verify } from '@node-rs/argon2'
import bcrypt from 'bcryptjs'
import { describe, expect, it } from 'vitest'
import { assertAcceptableHash, workOf, workOfHash } from './password-hashes.ts'
import { createPasswords, fullCost } from './passwords.ts'

const password = 'wild geese'
const cost = { memoryCost: 512, timeCost: 2, parallelism: 1 }
const cheaper = { memoryCost: 256, timeCost: 1, parallelism: 1 }
const dearer = { memoryCost: 1024, timeCost: 2, parallelism: 1 }

/** A `Passwords` with real argon2, and a counter of the memory that its hashes have filled so far, in KiB. */
function counted(own = cost) {
  let filled = 0
  const passwords = createPasswords(own, {
    hash: (text: Parameters<typeof hash>[0], options?: Options | null) => {
      filled += workOf({ ...cost, ...options })
      return hash(text, options)
    },
    verify: (stored: Parameters<typeof verify>[0], text: Parameters<typeof verify>[1]) => {
      filled += workOfHash(String(stored))
      return verify(stored, text)
    },
  })
  return { passwords, filled: () => filled }
}

describe('a refusal takes the same work', () => {
  it.each([
    ['for an address that nobody has', async () => null],
    ['for a hash of ours', () => hash(password, cost)],
    ['for one that costs less', () => hash(password, cheaper)],
  ])('%s', async (_what, stored) => {
    const { passwords, filled } = counted()

    expect(await passwords.matches(await stored(), 'not the password')).toBe(false)

    expect(filled()).toBe(workOf(cost))
  })

  it('for one that came with bcrypt, whose rounds count', async () => {
    const { passwords, filled } = counted({ ...cost, memoryCost: 2048 })

    expect(await passwords.matches(await bcrypt.hash(password, 4), 'not the password')).toBe(false)

    // Each round fewer halves the work of bcrypt, and ten rounds equal 200,000 KiB.
    expect(filled()).toBeCloseTo(2 * 2048 - 200_000 / 64, -1)
  })

  it('and no more than a dearer hash takes by itself', async () => {
    const { passwords, filled } = counted()

    expect(await passwords.matches(await hash(password, dearer), 'not the password')).toBe(false)

    expect(filled()).toBe(workOf(dearer))
  })
})

it('finds the right password without further work', async () => {
  const { passwords, filled } = counted()

  expect(await passwords.matches(await hash(password, cheaper), password)).toBe(true)

  expect(filled()).toBe(workOf(cheaper))
})

describe('letters with accents, which some keyboards compose and some do not', () => {
  const composed = 'mémoire été'.normalize('NFC')
  const decomposed = composed.normalize('NFD')

  it.each([
    ['composed', composed, decomposed],
    ['decomposed', decomposed, composed],
  ])('are the same password on both when it was chosen %s', async (_how, chosen, typed) => {
    const passwords = createPasswords(cost)

    const stored = await passwords.hash(chosen)

    expect(await passwords.matches(stored, typed)).toBe(true)
    expect(await passwords.matches(stored, chosen)).toBe(true)
  })

  it('still match a hash of them as they were typed, which is then made anew from composed ones', async () => {
    const passwords = createPasswords(cost)
    const former = await hash(decomposed, cost)

    expect(await passwords.matches(former, decomposed)).toBe(true)
    const better = await passwords.rehash(former, decomposed)

    expect(await passwords.matches(better, composed)).toBe(true)
    expect(await passwords.rehash(better, decomposed)).toBeNull()
  })

  it.each([
    ['for an address that nobody has', async () => null],
    ['for a hash of ours', () => hash(password, cost)],
    ['for one that costs less', () => hash(password, cheaper)],
  ])('are refused by the same work as they are hashed with %s', async (_what, stored) => {
    const { passwords, filled } = counted()
    await passwords.hash(decomposed)
    const before = filled()

    expect(await passwords.matches(await stored(), decomposed)).toBe(false)

    expect(filled() - before).toBe(before)
  })
})

it('hashes anew what was hashed at the cost we had, and nothing that is as it should be', async () => {
  const passwords = createPasswords()
  const former = await hash(password, { memoryCost: 19_456, timeCost: 2, parallelism: 1 })

  const better = await passwords.rehash(former, password)

  expect(better).toMatch(/^\$argon2id\$v=19\$m=65536,t=3,p=1\$/)
  expect(await passwords.matches(better, password)).toBe(true)
  expect(await passwords.rehash(better, password)).toBeNull()
  expect(await passwords.rehash(null, password)).toBeNull()
})

it('takes hashes of its own cost from another Kinora', async () => {
  const own = await hash(password, fullCost)

  expect(() => assertAcceptableHash(own)).not.toThrow()
})
