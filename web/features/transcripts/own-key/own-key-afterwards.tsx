import { useQueries } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useHasOwnSpeechKey } from '../../../lib/own-speech-key.ts'
import { orpc } from '../../../lib/rpc.ts'
import { Alert } from '../../../ui/alert.tsx'
import { listenWithOwnKey, useOwnKeyListening } from './listening.ts'

/**
 * After a session whose recordings are to be transcribed, where no engine is set up but this tab has a key: starts
 * the transcription as soon as the recordings are safe, as an engine would.
 */
export function OwnKeyAfterwards({ recordingIds }: { recordingIds: readonly string[] }) {
  const hasKey = useHasOwnSpeechKey()
  const transcripts = useQueries({
    queries: recordingIds.map((id) => ({
      ...orpc.transcripts.get.queryOptions({ input: { id } }),
      enabled: hasKey,
    })),
  })
  const next = transcripts
    .flatMap(({ data }) => data ?? [])
    .find(({ state, engine, isWanted }) => state === 'pending' && engine === null && isWanted)?.id
  useEffect(() => {
    if (hasKey && next !== undefined) listenWithOwnKey(next)
  }, [hasKey, next])

  return recordingIds.map((id) => <Trouble key={id} recordingId={id} />)
}

function Trouble({ recordingId }: { recordingId: string }) {
  const { trouble } = useOwnKeyListening(recordingId)
  return trouble ? <Alert>{trouble}</Alert> : null
}
