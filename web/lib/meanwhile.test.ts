import { expect, test } from 'vitest'
import { layOver, saveOver } from './meanwhile.ts'

type Fields = { title: string; place: string; tags: string[] }
type Kept = Fields & { version: number }
const base: Kept = { title: 'The harbour', place: 'Odesa', tags: ['sea'], version: 1 }
const fieldsOf = ({ version: _, ...fields }: Kept): Fields => fields
const entered = (change: Partial<Fields>) => ({ ...fieldsOf(base), ...change })

/** A server that refuses changes by a client that has not read the newest version. */
function serverWith(now: Kept) {
  const kept = { ...now }
  return {
    kept,
    how: {
      fieldsOf,
      read: async () => ({ ...kept }),
      write: async ({ base: { version }, changed }: { base: Kept; changed: Partial<Fields> }) => {
        if (version !== kept.version) throw Object.assign(new Error('changed'), { code: 'CONFLICT' })
        return Object.assign(kept, changed, { version: version + 1 })
      },
    },
  }
}

test('the same change by both is no quarrel', () => {
  const both = entered({ place: 'Odessa' })
  expect(layOver(fieldsOf(base), both, { ...both })).toEqual({ fields: both, replaced: {} })
})

test('only what was changed is written, with what stood there', async () => {
  const write = async (change: object) => change
  const { how } = serverWith(base)
  expect(await saveOver(base, entered({ tags: ['sea', 'ships'] }), { ...how, write })).toMatchObject({
    saved: { changed: { tags: ['sea', 'ships'] }, was: { tags: ['sea'] } },
  })
})

test('where two changed different things, both are kept without a question', async () => {
  const server = serverWith({ ...base, tags: ['sea', 'ships'], version: 2 })
  await saveOver(base, entered({ title: 'The old harbour' }), server.how)
  expect(server.kept).toEqual({ ...base, title: 'The old harbour', tags: ['sea', 'ships'], version: 3 })
})

test('where two changed the same thing nothing is written, and both are told', async () => {
  const server = serverWith({ ...base, title: 'Harbour years', place: 'Odessa', version: 2 })
  const met = await saveOver(base, entered({ title: 'The old harbour' }), server.how)
  expect(server.kept).toMatchObject({ title: 'Harbour years', version: 2 })
  expect(met).toMatchObject({
    base: { version: 2 },
    fields: { title: 'The old harbour', place: 'Odessa' },
    replaced: { title: 'Harbour years' },
  })

  // Saving once more, after the other version was shown, takes its place.
  if ('saved' in met) throw new Error('nothing was to be saved')
  await saveOver(met.base, met.fields, server.how)
  expect(server.kept).toMatchObject({ title: 'The old harbour', place: 'Odessa' })
})

test('what was sent from here, and whose answer was lost, is nobody else’s', () => {
  const [mine, sent] = [entered({ title: 'The old harbour' }), { title: 'The hrbour' }]
  const theirs = entered({ title: 'The hrbour', place: 'Odessa' })
  expect(layOver(fieldsOf(base), mine, theirs, [sent])).toEqual({
    fields: { ...mine, place: 'Odessa' },
    replaced: {},
  })
  expect(layOver(fieldsOf(base), mine, theirs, []).replaced).toEqual({ title: 'The hrbour' })
})

test('what is typed on after a lost answer is saved without a question, also where it is what stood there at first', async () => {
  const server = serverWith(base)
  const sent: Partial<Fields>[] = []
  const losing = {
    ...server.how,
    write: async (change: Parameters<typeof server.how.write>[0]) => {
      await server.how.write(change)
      throw new Error('the answer was lost')
    },
  }
  await expect(saveOver(base, entered({ title: 'The hrbour' }), losing, sent)).rejects.toThrow('lost')
  await expect(saveOver(base, entered({ title: 'The old harbour' }), losing, sent)).rejects.toThrow('lost')
  await saveOver(base, fieldsOf(base), server.how, sent)
  expect(server.kept).toMatchObject(fieldsOf(base))

  // Words of somebody else's are told as ever.
  Object.assign(server.kept, { title: 'Harbour years', version: 9 })
  const met = await saveOver(base, entered({ title: 'The old harbour' }), server.how, sent)
  expect(met).toMatchObject({ replaced: { title: 'Harbour years' } })
})

test('another failure is handed on, and nothing is tried again', async () => {
  let tries = 0
  const write = () => {
    tries += 1
    return Promise.reject(Object.assign(new Error('no'), { code: 'FORBIDDEN' }))
  }
  const saving = saveOver(base, entered({ title: 'Mine' }), { ...serverWith(base).how, write })
  await expect(saving).rejects.toMatchObject({ code: 'FORBIDDEN' })
  expect(tries).toBe(1)
})
