import { expect, it } from 'vitest'
import type { KeptNote } from './note-store.ts'
import { createPutBeside } from './put-beside.ts'

const note: KeptNote = {
  id: 'one',
  storyId: 's',
  userId: 'u',
  text: 'apples',
  timestamp: '00:00',
  story: { title: 'The orchard', description: '' },
}

/** The register in two tabs of one browser, joined by a channel. */
function twoTabs() {
  const name = crypto.randomUUID()
  const channels = [new BroadcastChannel(name), new BroadcastChannel(name)] as const
  const close = () => channels.forEach((channel) => void channel.close())
  return { here: createPutBeside(channels[0]), there: createPutBeside(channels[1]), close }
}

it('takes whoever rewords what was put beside to the further note, from one to the next', () => {
  const beside = createPutBeside()
  beside.tell(note, 'two')
  expect(beside.idFor({ ...note, text: 'pears', was: 'apples' })).toBe('two')
  beside.tell({ ...note, id: 'two', text: 'pears' }, 'three')
  expect(beside.idFor({ ...note, text: 'plums', was: 'pears' })).toBe('three')
  expect(beside.idFor({ ...note, text: 'plums', removed: true })).toBe('three')
})

it('leaves whoever has read what somebody else has made of it with that', () => {
  const beside = createPutBeside()
  beside.tell(note, 'two')
  expect(beside.idFor({ ...note, text: 'plums', was: 'pears' })).toBe('one')
  expect(beside.idFor({ ...note, text: 'pears', removed: true })).toBe('one')
})

it('is known to the other tabs', async () => {
  const { here, there, close } = twoTabs()
  here.tell(note, 'two')
  await expect.poll(() => there.idFor({ ...note, text: 'pears', was: 'apples' })).toBe('two')
  await expect.poll(() => here.idFor({ ...note, text: 'plums', was: 'pears' })).toBe('two')
  close()
})
