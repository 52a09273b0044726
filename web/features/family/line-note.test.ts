import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { LineNoteBar, type LineNotes } from './line-note.tsx'
import type { LineNote } from './use-line-changes.ts'

const removed: LineNote = { says: 'The line was removed.', back: async () => undefined }
const changed: LineNote = { says: 'The line was changed.', back: async () => undefined }

function shown(note: LineNote, undo: Partial<LineNotes['undo']>) {
  const resting = {
    variables: removed,
    isError: false,
    isPending: false,
    error: null,
    mutate: () => undefined,
  }
  const changes: LineNotes = { note, problem: null, undo: { ...resting, ...undo } }
  return renderToStaticMarkup(createElement(LineNoteBar, { changes }))
}

test('why a change could not be undone is said of that change, and not of the next', () => {
  const failed = { isError: true, error: new TypeError('Failed to fetch') }
  expect(shown(removed, failed)).not.toContain('The line was removed.')
  expect(shown(changed, failed)).toContain('The line was changed.')
})

test('a change can be undone while an earlier one is still being undone', () => {
  expect(shown(removed, { isPending: true })).toContain('aria-busy="true"')
  expect(shown(changed, { isPending: true })).not.toContain('aria-busy="true"')
})
