import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { Transcript } from '#contract/transcripts.ts'
import { TranscriptState } from './transcript-states.tsx'

const waiting: Transcript = {
  id: '0193b0a0-0000-7000-8000-000000000000',
  storyId: '0193b0a0-0000-7000-8000-000000000001',
  state: 'pending',
  failure: null,
  engine: 'whisper',
  withOwnKey: false,
  language: null,
  isWanted: true,
  piecesDone: 0,
  piecesTotal: null,
  lineCount: 0,
  version: 0,
  speakers: [],
}

const drawn = (canAsk: boolean) => {
  const state = createElement(TranscriptState, {
    transcript: waiting,
    situation: 'waiting',
    canAsk,
    isNews: false,
  })
  return renderToStaticMarkup(createElement(QueryClientProvider, { client: new QueryClient() }, state))
}

test('whoever may only read a story is not offered to have its recording listened to', () => {
  expect(drawn(true)).toContain('Ask again')
  expect(drawn(false)).toContain('Waiting to be listened to')
  expect(drawn(false)).not.toContain('Ask again')
})
