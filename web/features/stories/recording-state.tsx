import { CircleCheck, CircleDashed, LoaderCircle, ShieldAlert, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import type { RecordingState } from '#contract/recordings.ts'
import { Badge } from '../../ui/badge.tsx'

type Words = { word: string; sentence: string; tone: 'plain' | 'good' | 'warn' | 'danger'; icon: ReactNode }

const size = { size: 18, 'aria-hidden': true } as const

/** What each state of a recording is called, and what it means to the family. */
export const recordingWords: Record<RecordingState, Words> = {
  receiving: {
    word: 'Arriving',
    sentence:
      'This recording is still arriving from the device it was made on. Keep Kinora open there until it says that everything is safe.',
    tone: 'warn',
    icon: <CircleDashed {...size} />,
  },
  verifying: {
    word: 'Being checked',
    sentence:
      'Everything has arrived. It is being read once more, to be sure that it is stored exactly as recorded.',
    tone: 'plain',
    icon: <LoaderCircle {...size} />,
  },
  damaged: {
    word: 'Needs attention',
    sentence:
      'Some pieces are not stored as they were recorded. Open Kinora on the device that made the recording: it still has them and sends them again.',
    tone: 'danger',
    icon: <ShieldAlert {...size} />,
  },
  safe: {
    word: 'Safe',
    sentence: 'Stored, and checked byte by byte. A copy in which you can jump quickly is being made.',
    tone: 'good',
    icon: <CircleCheck {...size} />,
  },
  ready: {
    word: 'Safe',
    sentence: 'Stored, checked byte by byte, and ready to play.',
    tone: 'good',
    icon: <CircleCheck {...size} />,
  },
  failed: {
    word: 'Safe, original only',
    sentence:
      'Stored, and checked byte by byte. A copy in which you can jump quickly could not be made; the original plays and can be downloaded.',
    tone: 'warn',
    icon: <TriangleAlert {...size} />,
  },
}

export function RecordingBadge({ state }: { state: RecordingState }) {
  const { word, tone, icon } = recordingWords[state]
  return (
    <Badge tone={tone}>
      {icon}
      {word}
    </Badge>
  )
}
