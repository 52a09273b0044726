import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { v7 as newId } from 'uuid'
import { toRecord } from '../../../lib/studio-search.ts'
import { ErrorPanel } from '../../../ui/error-panel.tsx'
import { PageSpinner } from '../../../ui/spinner.tsx'
import { storeWords } from '../failure-words.ts'
import { openSession } from '../open-session.ts'
import { useVoiceQuestions, type VoiceQuestion } from './voice-questions.ts'
import { VoiceRoom } from './voice-room.tsx'

/** Voice alone, for people to whom the studio is too much: a question is read to them, and one button records the answer. */
export function VoicePage() {
  const questions = useVoiceQuestions()
  const [turn, setTurn] = useState(() => ({ storyId: newId(), at: 0 }))
  const next = () => setTurn(({ at }) => ({ storyId: newId(), at: at + 1 }))
  const question = questions?.[turn.at % questions.length]

  return (
    <main className="mx-auto flex min-h-dvh w-full max-w-[53.75rem] flex-col justify-center gap-10 px-4 py-8">
      <title>Voice Recording · Kinora</title>
      <h1 className="sr-only" tabIndex={-1}>
        Voice Recording
      </h1>
      {question === undefined ? (
        <PageSpinner />
      ) : (
        <Turn key={turn.storyId} storyId={turn.storyId} question={question} onNext={next} />
      )}
    </main>
  )
}

type TurnProps = { storyId: string; question: VoiceQuestion; onNext: () => void }

function Turn({ storyId, question, onNext }: TurnProps) {
  const navigate = useNavigate()
  const opened = useQuery({
    queryKey: ['voice', storyId],
    queryFn: () => openSession(toRecord({ storyId, title: question.text })),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
    refetchOnReconnect: false,
  })

  if (opened.isPending) return <PageSpinner />
  if (!opened.data) {
    const { title, sentence } = storeWords(opened.error)
    return <ErrorPanel title={title} sentence={sentence} onRetry={() => opened.refetch()} />
  }
  return (
    <VoiceRoom
      {...opened.data}
      question={question}
      onNext={onNext}
      onLeave={() => navigate({ to: '/app/stories', search: {} })}
    />
  )
}
