import { vi } from 'vitest'
import { textOf } from '#contract/transcript-words.ts'
import { type KeptEdits, keptEditsOf } from '../kept-edits.ts'
import { TranscriptSession } from '../transcript-session.ts'
import { RememberingServer } from './remembering-server.ts'

/** Opens a person's session under fake timers, with every line loaded. */
export async function opened(
  server = new RememberingServer(),
  kept: KeptEdits = keptEditsOf('me', `the talk ${crypto.randomUUID()}`),
) {
  const session = sessionOn(server, kept)
  await session.loadUntil(() => false)
  session.retry()
  await vi.advanceTimersByTimeAsync(10)
  return { session, server, kept }
}

export function sessionOn(server: RememberingServer, kept: KeptEdits): TranscriptSession {
  const newId = () => `id-${server.nextId()}`
  return new TranscriptSession(server.figures(), { server, kept, newId, personId: 'me' })
}

export function type(session: TranscriptSession, lineId: string, text: string): void {
  session.drafts.open(lineId, () => undefined)
  session.drafts.type(lineId, text)
}

export const shown = (session: TranscriptSession) =>
  session.view.get().lines.map((line) => textOf(line.words))
