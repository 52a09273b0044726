import { FileText } from 'lucide-react'
import { useState } from 'react'
import { useLastingSource } from '../../lib/lasting-source.ts'
import { playAt } from '../../lib/play-at.ts'
import { Button } from '../../ui/button.tsx'
import { PublicTranscript } from './public-transcript.tsx'
import type { LinkKey } from './use-public-story.ts'
import { WithoutCopy } from './without-copy.tsx'

export type PublicRecordingProps = {
  label: string
  film: {
    id: string
    kind: 'video' | 'audio'
    url: string | null
    isPreparing: boolean
    posterUrl: string | null
  }
  /** The recording whose transcript is offered below the player; null if there is none. */
  transcriptOf: string | null
  linkKey: LinkKey
  /** Requests a fresh address; resolves to undefined if there is none. */
  onRenew: () => Promise<string | undefined>
}

/** Plays one recording, with its transcript below. */
export function PublicRecording({ label, film, transcriptOf, linkKey, onRenew }: PublicRecordingProps) {
  const [reading, setReading] = useState(false)
  const { src, shown, isStuck, element } = useLastingSource({
    file: film.id,
    fresh: film.url ?? undefined,
    fetchFresh: onRenew,
  })
  const playFrom = (seconds: number) => {
    if (shown.current) playAt(shown.current, seconds).catch(() => undefined)
  }

  const props = {
    ...element,
    src: src ?? undefined,
    controls: true,
    preload: 'metadata',
    'aria-label': label,
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
      {isStuck ? (
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
