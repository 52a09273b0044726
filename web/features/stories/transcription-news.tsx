import { useEffect, useRef } from 'react'
import type { Story } from '#contract/stories.ts'
import { toastError, toastSuccess } from '../../ui/toast.tsx'

type Status = Story['transcriptionStatus']

/** The state of the transcription after a recording, in a sentence; renders nothing if none is under way. */
export function TranscriptionNews({ status }: { status: Status }) {
  const before = useRef(status)
  useEffect(() => {
    if (before.current !== status && status === 'completed') toastSuccess('Transcription completed!')
    if (before.current !== status && status === 'failed') {
      toastError('Transcription failed', sentenceOf.failed ?? '')
    }
    before.current = status
  }, [status])

  const sentence = sentenceOf[status]
  return sentence === null ? null : (
    <p role="status" className="rounded-card bg-card p-4 text-center shadow-card">
      {sentence}
    </p>
  )
}

const sentenceOf: Record<Status, string | null> = {
  pending: null,
  processing: 'What was said is being written down. You need not wait here.',
  completed: 'The transcript is ready, with the story.',
  failed:
    'The recording was saved but transcription could not be completed. With the story you can have it tried again.',
}
