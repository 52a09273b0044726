import { FileText } from 'lucide-react'
import { useRef, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { PublicTranscript } from './public-transcript.tsx'
import type { LinkKey } from './use-public-story.ts'
import { WithoutCopy } from './without-copy.tsx'

export type PublicRecordingProps = {
  label: string
  film: { kind: 'video' | 'audio'; url: string | null; isPreparing: boolean; posterUrl: string | null }
  /** The recording whose transcript can be read below it. */
  transcriptOf: string | null
  linkKey: LinkKey
  /** Fetches fresh addresses. */
  onRenew: () => Promise<unknown>
}

/** Plays one recording, with what is said in it to be read. */
export function PublicRecording({ label, film, transcriptOf, linkKey, onRenew }: PublicRecordingProps) {
  const player = useRef<HTMLVideoElement & HTMLAudioElement>(null)
  const [reading, setReading] = useState(false)
  const [broken, setBroken] = useState(false)
  const renewedAt = useRef(Number.NEGATIVE_INFINITY)
  const goOnAt = useRef(0)

  const renew = async () => {
    if (performance.now() - renewedAt.current < 10_000) return setBroken(true)
    renewedAt.current = performance.now()
    goOnAt.current = player.current?.currentTime ?? 0
    await onRenew()
    player.current?.load()
  }
  const goOn = () => {
    if (player.current && goOnAt.current > 0) player.current.currentTime = goOnAt.current
    goOnAt.current = 0
  }
  const playFrom = (seconds: number) => {
    if (!player.current) return
    player.current.currentTime = seconds
    player.current.play().catch(() => undefined)
  }

  const props = {
    ref: player,
    src: film.url ?? undefined,
    controls: true,
    preload: 'metadata',
    'aria-label': label,
    onError: renew,
    onLoadedMetadata: goOn,
  } as const

  return (
    <section aria-label={label} className="mx-auto flex w-full max-w-[60rem] flex-col gap-4">
      {film.url === null ? <WithoutCopy {...film} /> : null}
      {film.url !== null && film.kind === 'audio' ? <audio {...props} className="w-full" /> : null}
      {film.url !== null && film.kind === 'video' ? (
        <video
          {...props}
          {...(film.posterUrl ? { poster: film.posterUrl } : {})}
          playsInline
          className="aspect-video w-full rounded-card bg-black object-contain"
        />
      ) : null}
      {broken ? (
        <p role="alert" className="text-muted">
          This cannot be played just now. Reloading the page may help; if not, another browser may know its
          format.
        </p>
      ) : null}
      {transcriptOf === null ? null : (
        <div>
          <Button variant="secondary" aria-expanded={reading} onClick={() => setReading(!reading)}>
            <FileText size={20} aria-hidden="true" />
            {reading ? 'Hide what is said' : 'Read what is said'}
          </Button>
          {reading ? (
            <PublicTranscript recordingId={transcriptOf} linkKey={linkKey} onPlay={playFrom} />
          ) : null}
        </div>
      )}
    </section>
  )
}
