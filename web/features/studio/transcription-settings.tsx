import { useQuery } from '@tanstack/react-query'
import { noFfmpeg } from '../../lib/no-ffmpeg.ts'
import { useHasOwnSpeechKey } from '../../lib/own-speech-key.ts'
import { orpc } from '../../lib/rpc.ts'
import { useWatched } from '../../lib/use-watched.ts'
import { Switch } from '../../ui/switch.tsx'
import type { StudioSession } from './studio-session.ts'
import { useCanCut, useSpeechEngine } from './use-speech-engine.ts'

/** Whether this session's recordings are transcribed, by which engine, and how much of the plan's allowance is left. */
export function TranscriptionSettings({ session }: { session: StudioSession }) {
  const { transcribe } = useWatched(session.view)
  const engine = useSpeechEngine()
  const { data: usage } = useQuery(orpc.account.usage.queryOptions())
  const hasKey = useHasOwnSpeechKey()
  const isSetUp = engine !== null && engine !== undefined
  const canCut = useCanCut()
  const canTranscribe = (isSetUp || hasKey) && canCut

  return (
    <section aria-label="Transcription" className="flex flex-col gap-3">
      <Switch
        label="Auto-transcription"
        hint={
          canTranscribe ? 'Each recording is written down after it has ended.' : 'Needs speech recognition.'
        }
        checked={canTranscribe && transcribe}
        disabled={!canTranscribe}
        onCheckedChange={(wanted) => session.setTranscribe(wanted)}
      />
      <div className="rounded-card border border-border p-4">
        <h3 className="font-semibold">Speech-to-text</h3>
        {canCut ? null : <p className="mb-2 text-sm">{noFfmpeg}</p>}
        {engine === undefined ? (
          <p className="text-sm text-muted">Not known while the server cannot be reached.</p>
        ) : null}
        {engine === null ? (
          <p className="text-sm text-muted">
            Not set up on this Kinora. Whoever looks after it can choose an engine with SPEECH_ENGINE.{' '}
            {hasKey
              ? 'Your own Google key is used, from this tab, after the recording has ended.'
              : 'In Settings you can put in a Google key of your own.'}
          </p>
        ) : null}
        {isSetUp ? (
          <p className="text-sm text-muted">
            {engine.label}
            {canCut ? ', ready' : ''}.{' '}
            {engine.tellsSpeakersApart ? 'It tells speakers apart.' : 'It does not tell speakers apart.'}{' '}
            {usage ? hoursOf(usage.aiAnalysisHoursUsed, usage.aiAnalysisHoursLimit) : null}
          </p>
        ) : null}
      </div>
    </section>
  )
}

function hoursOf(used: number, limit: number | null): string {
  const hours = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 }).format(used)
  return limit === null ? `${hours} hours used.` : `${hours} of ${limit} hours of your plan are used.`
}
