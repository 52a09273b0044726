import { Mic, Square } from 'lucide-react'
import { Spinner } from '../../../ui/spinner.tsx'
import { beginning } from '../begin-button.ts'

export type VoiceButtonProps = { capturing: boolean; busy: boolean; onRecord: () => void; onStop: () => void }

/** The page's only button: it begins and ends a recording, and nothing else can be pressed by mistake. */
export function VoiceButton({ capturing, busy, onRecord, onStop }: VoiceButtonProps) {
  return (
    <button
      type="button"
      {...beginning(busy, capturing ? onStop : onRecord)}
      className="flex aspect-square w-[min(14rem,100%)] flex-col items-center justify-center gap-3 rounded-full border-8 border-white bg-record text-xl font-bold text-white shadow-card sm:w-64"
    >
      <VoiceSign capturing={capturing} busy={busy} />
      {capturing ? 'I am done' : 'Speak now'}
    </button>
  )
}

function VoiceSign({ capturing, busy }: Pick<VoiceButtonProps, 'capturing' | 'busy'>) {
  if (busy) return <Spinner size={64} />
  if (capturing) return <Square size={64} fill="currentColor" aria-hidden="true" />
  return <Mic size={72} aria-hidden="true" />
}
