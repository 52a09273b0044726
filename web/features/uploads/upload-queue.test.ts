import { expect, test } from 'vitest'
import type { MediaItem } from '#contract/media.ts'
import { mayBeKept, type SendFile, UploadQueue } from './upload-queue.ts'

test('files go up one after the other', () => {
  const { queue, sent } = bench()
  queue.add([file('a'), file('b')])
  expect(states(queue)).toEqual(['sending', 'waiting'])

  sent('a').checking()
  expect(states(queue)).toEqual(['checking', 'waiting'])

  sent('a').stored(kept)
  expect(states(queue)).toEqual(['stored', 'sending'])
})

test('a paused file lets the next one go first and goes on afterwards', () => {
  const { queue, sent } = bench()
  queue.add([file('a'), file('b')])
  const [a] = queue.items.get()
  queue.pause(a?.id ?? '')
  expect(states(queue)).toEqual(['paused', 'sending'])

  queue.resume(a?.id ?? '')
  expect(states(queue)).toEqual(['waiting', 'sending'])

  sent('b').stored(kept)
  expect(states(queue)).toEqual(['sending', 'stored'])
})

test('a failure says why and does not hold up the others', () => {
  const { queue, sent } = bench()
  queue.add([file('a'), file('b')])
  sent('a').failed('Your storage is full.', false)
  expect(states(queue)).toEqual(['failed', 'sending'])
  expect(queue.items.get()[0]?.problem).toBe('Your storage is full.')

  queue.resume(queue.items.get()[0]?.id ?? '')
  expect(states(queue)).toEqual(['failed', 'sending'])
})

test('a failure that may pass can be tried again', () => {
  const { queue, sent } = bench()
  queue.add([file('a')])
  sent('a').failed('Kinora cannot be reached.', true)
  queue.resume(queue.items.get()[0]?.id ?? '')
  expect(queue.items.get()[0]).toMatchObject({ state: 'sending', problem: null })
})

test('a file type that is not supported is not sent', () => {
  const { queue, starts } = bench()
  queue.add([file('notes.exe', 'application/x-msdownload')])
  expect(queue.items.get()[0]?.problem).toBe('notes.exe is not a supported file type')
  expect(starts()).toBe(0)
})

test('a folder stands in the list once however often it is chosen, also what was sent from there', () => {
  const { queue, sent } = bench()
  const inStory = [{ fileName: 'a', sizeBytes: 1 }]
  queue.add([file('a'), file('b')], inStory)
  sent('b').stored({ ...kept, fileName: 'b', sizeBytes: 1, caption: 'The mill' })

  for (const _ of ['again', 'and again']) {
    queue.add([file('a'), file('b')], inStory)
    expect(states(queue)).toEqual(['known', 'known'])
    expect(queue.items.get()[0]?.media?.caption).toBe('The mill')
  }
})

test('a film or sound is sent also where the browser takes its name for something else', () => {
  const { queue, sent } = bench()
  const named = [
    ['wedding.asf', 'application/vnd.ms-asf'],
    ['interview.ogx', 'application/ogg'],
    ['broadcast.ts', 'text/vnd.trolltech.linguist'],
    ['camcorder.mts', 'model/vnd.mts'],
  ] as const
  queue.add(named.map(([name, type]) => file(name, type)))
  for (const [name] of named) sent(name).stored(kept)
  expect(states(queue)).toEqual(['stored', 'stored', 'stored', 'stored'])
})

test('an empty file is not sent, and that it is empty is said', () => {
  const { queue, starts, said } = bench()
  queue.add([new File([], 'tape.mp4', { type: 'video/mp4' })])
  expect(queue.items.get()[0]?.problem).toBe('tape.mp4 is empty')
  expect(said).toEqual(['tape.mp4 is empty'])
  expect(starts()).toBe(0)
})

test('a file that is stored is told once, and what is found inside is shown afterwards', () => {
  const { queue, sent, said } = bench()
  queue.add([file('a')])
  sent('a').stored(kept)
  sent('a').examined({ ...kept, finding: 'silent' })
  expect(said).toEqual(['a stored'])
  expect(queue.items.get()[0]).toMatchObject({ state: 'stored', media: { finding: 'silent' } })
})

test('taking a failed or paused file off the list gives it up at the server, a stored one stays there', () => {
  const { queue, sent, givenUp } = bench()
  queue.add([file('a'), file('b')])
  queue.pause(queue.items.get()[0]?.id ?? '')
  queue.remove(queue.items.get()[0]?.id ?? '')
  sent('b').stored(kept)
  queue.remove(queue.items.get()[0]?.id ?? '')
  expect(givenUp()).toBe(1)
})

test('a file added while another is being checked waits for its turn', () => {
  const { queue, sent } = bench()
  queue.add([file('a')])
  sent('a').checking()
  queue.add([file('b')])
  expect(states(queue)).toEqual(['checking', 'waiting'])
})

test('taking the file under way off the list stops it and begins the next', () => {
  const { queue, aborts } = bench()
  queue.add([file('a'), file('b')])
  queue.remove(queue.items.get()[0]?.id ?? '')
  expect(aborts()).toBe(1)
  expect(states(queue)).toEqual(['sending'])
})

test('what is stopped because its owner has gone is forgotten, and nothing more is said of it', () => {
  const { queue, sent, said, aborts } = bench()
  queue.add([file('a'), file('b')])
  queue.stop()
  sent('a').failed('Kinora cannot be reached.', true)
  sent('a').stored(kept)
  expect(queue.items.get()).toEqual([])
  expect([aborts(), said]).toEqual([1, []])

  queue.add([file('c')])
  expect(states(queue)).toEqual(['sending'])
})

test('of many files nothing is said one by one, and one sentence when the last has come', () => {
  const { queue, sent, said } = bench()
  const names = [...'abcdefghi']
  queue.add([...names.map((name) => file(name)), file('notes.exe', 'application/x-msdownload')])
  for (const name of names) {
    expect(said).toEqual([])
    sent(name).stored(kept)
  }
  expect(said).toEqual(['9 stored, 1 refused'])

  queue.add([file('k')])
  sent('k').stored(kept)
  expect(said).toEqual(['9 stored, 1 refused', '1 stored, 0 refused'])
})

test('what the story has already is sent only to who asks for it again', () => {
  const { queue, sent, starts } = bench()
  const x = { fileName: 'a', sizeBytes: 1 }
  queue.add([file('a'), file('b')], [x, { fileName: 'b', sizeBytes: 2 }])
  expect(states(queue)).toEqual(['known', 'sending'])

  sent('b').stored({ ...kept, fileName: 'b', sizeBytes: 1 })
  queue.add([file('b')])
  expect(states(queue)).toEqual(['known', 'known'])
  expect(starts()).toBe(1)

  queue.resume(queue.items.get()[1]?.id ?? '')
  expect(states(queue)).toEqual(['known', 'stored', 'sending'])
})

test('the rest can be called off at once: what is stored stays, what has failed is still told', () => {
  const { queue, sent, givenUp } = bench()
  queue.add(['a', 'b', 'c', 'd', 'e'].map((name) => file(name)))
  sent('a').stored(kept)
  sent('b').failed('Kinora cannot be reached.', true)
  queue.pause(queue.items.get()[2]?.id ?? '')
  queue.cancelRest()
  expect(states(queue)).toEqual(['stored', 'failed'])
  expect(givenUp()).toBe(2)
})

test('a folder that is chosen again while its files are on their way adds none of them twice', () => {
  const { queue, sent } = bench()
  const folder = [file('a'), file('b'), file('c')]
  queue.add(folder)
  queue.pause(queue.items.get()[1]?.id ?? '')
  sent('a').checking()

  queue.add([...folder, file('d')])

  expect(states(queue)).toEqual(['checking', 'waiting', 'waiting', 'waiting'])
  // Two files of the same name chosen together come from different folders.
  queue.add([file('e'), file('e')])
  expect(states(queue)).toHaveLength(6)
})

test('a file that failed and is chosen again stands in the list once, and its upload is not given up', () => {
  const { queue, sent, givenUp } = bench()
  queue.add([file('a'), file('b'), file('c')])
  sent('a').failed('Kinora cannot be reached.', true)
  sent('b').failed('Kinora cannot be reached.', true)

  // It goes on with the upload that was begun. With a row of its own, the first one would end that when it is taken off the list.
  queue.add([file('a')])

  expect(queue.items.get().map(({ name, state }) => [name, state])).toEqual([
    ['b', 'failed'],
    ['c', 'sending'],
    ['a', 'waiting'],
  ])
  expect(givenUp()).toBe(0)
})

test('a file that was taken out of the story leaves the list, and is sent when it is chosen again', () => {
  const { queue, sent } = bench()
  const inStory = { ...kept, fileName: 'a', sizeBytes: 1, caption: '' }
  queue.add([file('a'), file('b')])
  sent('a').stored(inStory)
  // This answer was read before the file had arrived.
  queue.follow([])
  expect(states(queue)).toEqual(['stored', 'sending'])
  queue.follow([{ ...inStory, caption: 'The mill' }])
  expect(queue.items.get()[0]?.media?.caption).toBe('The mill')
  queue.follow([])
  expect(states(queue)).toEqual(['sending'])

  queue.add([file('a')])

  expect(states(queue)).toEqual(['sending', 'waiting'])
})

test('a file that the story is read with before its own answer comes leaves the list, too, when it is taken out', () => {
  const { queue, sent } = bench()
  const inStory = { ...kept, fileName: 'a', sizeBytes: 1, caption: '' }
  queue.add([file('a')])
  queue.follow([inStory])
  sent('a').stored(inStory)
  expect(states(queue)).toEqual(['stored'])

  queue.follow([])

  expect(states(queue)).toEqual([])
})

function bench() {
  const calls = new Map<string, Parameters<SendFile>[1]>()
  let started = 0
  let aborted = 0
  let given = 0
  const said: string[] = []
  const queue = new UploadQueue(
    (sentFile, on) => {
      calls.set(sentFile.name, on)
      return {
        start: () => {
          started += 1
        },
        abort: async (forGood) => {
          aborted += 1
          if (forGood) given += 1
        },
      }
    },
    {
      stored: (name) => said.push(`${name} stored`),
      refused: (problem) => said.push(problem),
      together: (stored, refused) => said.push(`${stored} stored, ${refused} refused`),
    },
  )
  const sent = (name: string) => {
    const on = calls.get(name)
    if (!on) throw new Error(`${name} was never sent`)
    return on
  }
  return { queue, sent, starts: () => started, aborts: () => aborted, givenUp: () => given, said }
}

const kept = { id: 'media' } as MediaItem

function states(queue: UploadQueue): string[] {
  return queue.items.get().map((item) => item.state)
}

function file(name: string, type = 'video/mp4'): File {
  return new File(['x'], name, { type, lastModified: 0 })
}

test('all files that failed and may still go are tried again by one press, and no others', () => {
  const { queue, sent } = bench()
  queue.add([file('a'), file('b'), file('c'), file('notes.exe', 'application/x-msdownload')])
  sent('a').failed('Kinora cannot be reached.', true)
  sent('b').failed('That file is broken.', false)
  sent('c').failed('Kinora cannot be reached.', true)
  expect(states(queue)).toEqual(['failed', 'failed', 'failed', 'failed'])

  queue.resumeFailed()
  expect(states(queue)).toEqual(['sending', 'failed', 'waiting', 'failed'])
  expect(queue.items.get().map(({ problem }) => problem)).toEqual([
    null,
    'That file is broken.',
    null,
    'notes.exe is not a supported file type',
  ])
})

test('what may still be sent is something to keep, and what was cancelled or can never be sent is not', () => {
  const { queue, sent } = bench()
  const isAnyKept = () => queue.items.get().some(mayBeKept)
  queue.add([file('a'), file('notes.exe', 'application/x-msdownload')])
  expect(isAnyKept()).toBe(true)
  sent('a').failed('Your storage is full.', true)
  expect(isAnyKept()).toBe(true)

  queue.remove(queue.items.get()[0]?.id ?? '')

  expect(states(queue)).toEqual(['failed'])
  expect(isAnyKept()).toBe(false)
})
