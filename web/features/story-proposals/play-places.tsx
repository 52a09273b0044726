import { Play } from 'lucide-react'
import type { Evidence } from '#contract/story-proposals.ts'
import { formatMoment } from '../../lib/format.ts'
import { Button } from '../../ui/button.tsx'

/** What can be played of a story: its recordings and files by id, in order. */
export type Playing = {
  parts: readonly { id: string; label: string }[]
  onPlay: (id: string, atMs: number) => void
}

const PLACES_MAX = 4

/** The places in the recordings that a proposal rests on, each with a play button. */
export function PlayPlaces({ spans, parts, onPlay }: Playing & { spans: readonly Evidence[] }) {
  const places = new Map<string, Evidence>()
  for (const span of spans) {
    if (parts.some(({ id }) => id === span.transcriptId))
      places.set(`${span.transcriptId} ${Math.floor(span.startMs / 1_000)}`, span)
  }
  if (places.size === 0) return null
  return (
    <span className="-ms-2 flex flex-wrap">
      {[...places.values()].slice(0, PLACES_MAX).map((span) => (
        <PlayPlace key={`${span.lineId} ${span.startMs}`} span={span} parts={parts} onPlay={onPlay} />
      ))}
    </span>
  )
}

function PlayPlace({ span, parts, onPlay }: Playing & { span: Evidence }) {
  const { transcriptId, startMs, text } = span
  const label = parts.length > 1 ? parts.find(({ id }) => id === transcriptId)?.label : undefined
  return (
    <Button
      variant="ghost"
      size="sm"
      className="px-2.5! text-leaf! tabular-nums"
      title={text}
      onClick={() => onPlay(transcriptId, startMs)}
    >
      <Play size={16} aria-hidden="true" />
      <span className="sr-only">Hear it at </span>
      {label ? `${label}, ` : null}
      {formatMoment(startMs)}
    </Button>
  )
}
