import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { AudioLines, Ear, EarOff, RotateCcw, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import type { RecordingState } from '#contract/recordings.ts'
import type { Transcript } from '#contract/transcripts.ts'
import { sentenceOf } from '../../lib/errors.ts'
import { countOf } from '../../lib/format.ts'
import { keepAnswer } from '../../lib/keep-answer.ts'
import { useHasOwnSpeechKey } from '../../lib/own-speech-key.ts'
import { client, orpc } from '../../lib/rpc.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { PaddedCard } from '../../ui/card.tsx'
import { PlanLimit } from '../../ui/plan-limit.tsx'
import { Progress } from '../../ui/progress.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { failureWords, ownKeyFailureWords } from './failure-words.ts'
import { OwnKeyButton } from './own-key/own-key-button.tsx'
import { OwnKeyProgress } from './own-key/own-key-progress.tsx'

/** What is shown in place of the transcript's lines, or above them. */
export type Situation =
  | 'listening'
  | 'waiting'
  | 'failed'
  | 'nobody spoke'
  | 'no engine'
  | 'not asked'
  | 'arriving'

/** The situation of a transcript; null where its lines need no explanation. */
export function situationOf(transcript: Transcript, recording: RecordingState | null): Situation | null {
  const { state, engine, isWanted, lineCount } = transcript
  switch (state) {
    case 'processing':
      return 'listening'
    case 'failed':
      return 'failed'
    case 'completed':
      return lineCount === 0 ? 'nobody spoke' : null
    case 'pending':
      if (recording === 'receiving' || recording === 'verifying' || recording === 'damaged') return 'arriving'
      if (engine === null) return 'no engine'
      return isWanted ? 'waiting' : 'not asked'
  }
}

export type TranscriptStateProps = {
  transcript: Transcript
  situation: Situation
  canAsk: boolean
  /** Whether the person was on the page when this situation arose. */
  isNews: boolean
}

/** Says how far the transcription has come, or why there is no transcript and what to do about it. */
export function TranscriptState({ transcript, situation, canAsk, isNews }: TranscriptStateProps) {
  const { piecesDone, piecesTotal, lineCount } = transcript
  switch (situation) {
    case 'listening':
    case 'waiting':
      if (transcript.withOwnKey) return <OwnKeyProgress transcript={transcript} canAsk={canAsk} />
      return (
        <Listening
          done={piecesDone}
          total={situation === 'waiting' ? null : piecesTotal}
          transcript={transcript}
          canAsk={canAsk}
        />
      )
    case 'failed':
      return (
        <Panel
          tone="warn"
          icon={<TriangleAlert size={32} aria-hidden="true" />}
          title={lineCount > 0 ? 'The transcript stops here' : 'This could not be transcribed'}
          sentence={failureSentence(transcript)}
          extra={
            lineCount > 0
              ? 'What was heard so far stands below, and listening goes on from there. The recording itself is safe.'
              : 'The recording itself is safe.'
          }
          action={canAsk ? <RetryButtons transcript={transcript} isNews={isNews} /> : null}
        />
      )
    case 'nobody spoke':
      return (
        <Panel
          icon={<EarOff size={32} aria-hidden="true" />}
          title="Nobody speaks here"
          sentence="The whole recording was listened to, and no words were heard in it."
        />
      )
    case 'no engine':
      return (
        <Panel
          icon={<EarOff size={32} aria-hidden="true" />}
          title="No transcript yet"
          sentence="This Kinora has no speech recognition set up, so nobody listens to recordings by itself. The person who looks after it can set one up. Until then, a Google speech key of your own does."
          action={canAsk ? <OwnKeyButton recordingId={transcript.id} /> : null}
        />
      )
    case 'not asked':
      return (
        <Panel
          icon={<Ear size={32} aria-hidden="true" />}
          title="No transcript yet"
          sentence="This recording was made without being transcribed. It can be, at any time."
          action={canAsk ? <AskButton transcript={transcript}>Transcribe it</AskButton> : null}
        />
      )
    case 'arriving':
      return (
        <Panel
          icon={<AudioLines size={32} aria-hidden="true" />}
          title="No transcript yet"
          sentence="The recording has not arrived completely. It will be transcribed as soon as it is safe."
        />
      )
  }
}

function Listening({
  done,
  total,
  transcript,
  canAsk,
}: {
  done: number
  total: number | null
  transcript: Transcript
  canAsk: boolean
}) {
  const isKnown = total !== null && total > 0
  return (
    <PaddedCard className="flex flex-col gap-4 sm:flex-row sm:items-center">
      <span className="text-leaf">
        <Spinner size={40} />
      </span>
      <div className="flex min-w-0 flex-1 flex-col gap-2">
        {/* Not around the figures: all of it would be read out at each piece. */}
        <p role="status" className="font-bold">
          {transcript.state === 'processing' ? 'Listening to the recording' : 'Waiting to be listened to'}
        </p>
        {isKnown ? (
          <>
            <Progress value={done / total} label="How much has been listened to" />
            <p className="text-sm text-muted tabular-nums">
              {done} of {countOf(total, 'piece')}. You can leave this page; it goes on by itself.
            </p>
          </>
        ) : (
          <p className="text-sm text-muted">It begins by itself, and you can leave this page meanwhile.</p>
        )}
      </div>
      {canAsk && transcript.state === 'pending' ? (
        <AskButton transcript={transcript} isQuiet>
          Ask again
        </AskButton>
      ) : null}
    </PaddedCard>
  )
}

/** Offers another attempt with the engine that was used before; without an engine, only with a key of the person's own. */
function RetryButtons({ transcript, isNews }: Pick<TranscriptStateProps, 'transcript' | 'isNews'>) {
  const engine = useQuery(orpc.transcripts.engine.queryOptions())
  const hasKey = useHasOwnSpeechKey()
  const hasEngine = engine.data?.engine !== null
  return (
    <div className="flex flex-col items-center gap-3">
      {transcript.failure === 'HOURS_USED_UP' ? (
        <PlanLimit
          title="AI Hours Limit Reached"
          sentence={`${failureSentence(transcript)} The recording itself is safe.`}
          isNews={isNews}
        />
      ) : null}
      {hasEngine ? <AskButton transcript={transcript}>Retry</AskButton> : null}
      {hasKey || !hasEngine || transcript.withOwnKey ? (
        <OwnKeyButton recordingId={transcript.id} isQuiet={hasEngine} />
      ) : null}
    </div>
  )
}

function failureSentence({ failure, withOwnKey }: Transcript): string {
  if (failure === null) return 'Trying again usually helps.'
  return (withOwnKey ? ownKeyFailureWords[failure] : undefined) ?? failureWords[failure]
}

/** The mutation key under which a pending request to transcribe a recording can be found. */
export const askKey = (id: string) => ['transcripts', 'ask', id]

type AskButtonProps = { transcript: Transcript; isQuiet?: boolean; children: ReactNode }

/** Requests the transcription of a recording, from the beginning or from where it stopped. */
function AskButton({ transcript, isQuiet, children }: AskButtonProps) {
  const queries = useQueryClient()
  const ask = useMutation({
    mutationKey: askKey(transcript.id),
    mutationFn: () => client.transcripts.retry({ id: transcript.id }),
    onSuccess: (asked) =>
      keepAnswer(queries, orpc.transcripts.get.queryKey({ input: { id: transcript.id } }), asked),
  })
  return (
    <div className="flex flex-col items-center gap-3">
      <Button variant={isQuiet ? 'ghost' : 'default'} busy={ask.isPending} onClick={() => ask.mutate()}>
        {ask.isPending || isQuiet ? null : <RotateCcw size={22} aria-hidden="true" />}
        {children}
      </Button>
      {ask.isError ? <Alert>{sentenceOf(ask.error)}</Alert> : null}
    </div>
  )
}

type PanelProps = {
  icon: ReactNode
  title: string
  sentence: string
  extra?: string
  action?: ReactNode
  tone?: 'plain' | 'warn'
}

function Panel({ icon, title, sentence, extra, action, tone = 'plain' }: PanelProps) {
  return (
    <PaddedCard className="mx-auto flex max-w-[40rem] flex-col items-center gap-4 py-10 text-center">
      <span
        className={`flex size-16 items-center justify-center rounded-full ${tone === 'warn' ? 'bg-warn-tint text-warn' : 'bg-tint text-leaf'}`}
      >
        {icon}
      </span>
      <h2 className="font-story text-xl font-semibold">{title}</h2>
      <p className="text-pretty text-muted">{sentence}</p>
      {extra ? <p className="text-sm text-muted">{extra}</p> : null}
      {action ? <div className="mt-2">{action}</div> : null}
    </PaddedCard>
  )
}
