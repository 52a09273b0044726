import { expect, test } from 'vitest'
import { EditQueue } from './edit-queue.ts'
import { keptEditsOf } from './kept-edits.ts'
import { RememberingServer } from './testing/remembering-server.ts'

test('an edit that the server took is not called refused because this page failed to show the answer', async () => {
  const server = new RememberingServer()
  const refused: string[] = []
  const queue = new EditQueue(server, keptEditsOf('me', `the talk ${crypto.randomUUID()}`), {
    accepted: () => {
      throw new Error('the page cannot show this')
    },
    refused: ({ id }) => refused.push(id),
    changed: () => undefined,
  })
  const given = { lineId: 'line-0', baseVersion: 0, speaker: '2' }
  queue.push([{ type: 'setSpeaker', id: 'edit', ...given }], null, [])

  await expect(queue.send()).rejects.toThrow('the page cannot show this')

  expect(refused).toEqual([])
  expect(queue.pending).toEqual([])
  expect(server.model.lines[0]?.speaker).toBe('2')
})
