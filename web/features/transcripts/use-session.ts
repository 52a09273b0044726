import { useEffect, useState } from 'react'
import { v7 as newId } from 'uuid'
import type { Transcript } from '#contract/transcripts.ts'
import { idOnDevice } from '../../lib/request.ts'
import { useWatched } from '../../lib/use-watched.ts'
import { keptEditsOf } from './kept-edits.ts'
import { openTranscript } from './open-transcripts.ts'
import { type TranscriptServer, transcriptServer } from './transcript-server.ts'
import { type Snapshot, TranscriptSession } from './transcript-session.ts'

/**
 * The person's session with a transcript while it is on the screen; new answers of the server are passed on to it.
 * @param answeredAt when the server last answered for the transcript, in ms since 1970; a new answer triggers a retry
 * of what had failed
 */
export function useTranscriptSession(
  transcript: Transcript,
  personId: string,
  answeredAt: number,
): { session: TranscriptSession; snapshot: Snapshot } {
  const [session] = useState(
    () =>
      new TranscriptSession(transcript, {
        server: serverFor(personId, transcript.id),
        kept: keptEditsOf(personId, transcript.id),
        newId,
        personId,
      }),
  )
  const snapshot = useWatched(session.view)

  useEffect(() => session.hear(transcript), [session, transcript])
  useEffect(() => {
    if (answeredAt > 0) session.retry()
  }, [session, answeredAt])
  useEffect(() => openTranscript(transcript.id), [transcript.id])
  useEffect(() => {
    const send = () => session.retry()
    // A phone may discard a page in the background without ever returning to it.
    const keep = () => session.drafts.saveAll()
    session.retry()
    window.addEventListener('online', send)
    window.addEventListener('pagehide', keep)
    document.addEventListener('visibilitychange', keep)
    return () => {
      window.removeEventListener('online', send)
      window.removeEventListener('pagehide', keep)
      document.removeEventListener('visibilitychange', keep)
      session.close()
    }
  }, [session])

  return { session, snapshot }
}

/** Another person may sign in in this browser while an edit waits: it must not be sent in their name. */
function serverFor(personId: string, id: string): TranscriptServer {
  const server = transcriptServer(id)
  return {
    ...server,
    edit: async (commands) => {
      if (idOnDevice() === personId) return server.edit(commands)
      throw Object.assign(new Error('somebody else is signed in'), { code: 'UNAUTHORIZED' })
    },
  }
}
