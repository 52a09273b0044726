import { describe, expect, it } from 'vitest'
import { memoryOver } from './device-memory.ts'

/** A browser's storage whose entries are its own properties, so that Object.keys finds them. */
function storageOf(entries: Record<string, string>, refuse: () => void = () => undefined): Storage {
  const methods = {
    getItem: (name: string) => entries[name] ?? null,
    setItem: (name: string, text: string) => {
      refuse()
      entries[name] = text
    },
    removeItem: (name: string) => void delete entries[name],
  }
  return new Proxy(entries, {
    get: (target, name) => Reflect.get(methods, name) ?? Reflect.get(target, name),
  }) as unknown as Storage
}

const full = () => {
  throw new DOMException('no room', 'QuotaExceededError')
}

describe('what a device remembers', () => {
  it('is the browser’s own storage where there is one', () => {
    const entries: Record<string, string> = { 'draft.1': 'Once' }
    const memory = memoryOver(storageOf(entries))
    memory.setItem('draft.2', 'upon')
    expect(entries).toEqual({ 'draft.1': 'Once', 'draft.2': 'upon' })
    expect(memory.getItem('draft.1')).toBe('Once')
    memory.removeItem('draft.1')
    expect(memory.getItem('draft.1')).toBeNull()
    expect(memory.names('draft.')).toEqual(['draft.2'])
  })

  it('lasts as long as the page where the browser keeps nothing', () => {
    const memory = memoryOver(null)
    memory.setItem('draft.2', 'a time')
    memory.setItem('draft.1', 'upon')
    memory.setItem('theme', 'dark')
    expect(memory.getItem('draft.1')).toBe('upon')
    expect(memory.names('draft.')).toEqual(['draft.1', 'draft.2'])
    memory.removeItem('draft.1')
    expect(memory.getItem('draft.1')).toBeNull()
  })

  it('holds what a full storage refuses, and the newest of it', () => {
    const entries: Record<string, string> = { draft: 'Once' }
    const memory = memoryOver(storageOf(entries, full))
    memory.setItem('draft', 'Once upon')
    expect(memory.getItem('draft')).toBe('Once upon')
    expect([memory.isKept('draft'), memory.isKept('theme')]).toEqual([false, true])
    expect(memory.names('draft')).toEqual(['draft'])
  })

  it('says of each kind whether all of it is kept, whatever else is not', () => {
    const memory = memoryOver(storageOf({}, full))
    memory.setItem('draft.1', 'Once')
    memory.setItem('theme', 'dark')
    expect([memory.isKept('draft.'), memory.isKept('theme'), memory.isKept('edit.')]).toEqual([
      false,
      false,
      true,
    ])
  })

  it('is the storage’s again when that has room', () => {
    let refuse: () => void = full
    const entries: Record<string, string> = {}
    const memory = memoryOver(storageOf(entries, () => refuse()))
    memory.setItem('draft', 'Once')
    refuse = () => undefined
    memory.setItem('draft', 'Once upon')
    expect(entries).toEqual({ draft: 'Once upon' })
    entries.draft = 'written by another tab'
    expect(memory.getItem('draft')).toBe('written by another tab')
  })

  it('never throws, however the storage answers', () => {
    const shut = new Proxy({}, { get: full, ownKeys: full }) as Storage
    const memory = memoryOver(shut)
    memory.removeItem('draft')
    expect(memory.getItem('draft')).toBeNull()
    expect(memory.names('')).toEqual([])
    memory.setItem('draft', 'Once')
    expect(memory.getItem('draft')).toBe('Once')
  })
})
