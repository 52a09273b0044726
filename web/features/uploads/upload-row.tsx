import { CircleAlert, CircleCheck, Pause, Play, RotateCcw, X } from 'lucide-react'
import { memo, type ReactNode, useState } from 'react'
import type { MediaKind } from '#contract/media.ts'
import { findingSentenceOf } from '../../lib/file-findings.ts'
import { formatBytes } from '../../lib/format.ts'
import { Button } from '../../ui/button.tsx'
import { CaptionField } from '../../ui/caption-field.tsx'
import { KindSign, MediaThumbnail } from '../../ui/media-thumbnail.tsx'
import { Progress } from '../../ui/progress.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import type { UploadItem, UploadQueue } from './upload-queue.ts'

export type UploadRowProps = {
  queue: UploadQueue
  item: UploadItem
  onShow: (item: UploadItem) => void
  /** Saves the caption of a stored file; resolves with the sentence for what went wrong, else null. */
  onDescribe: (mediaId: string, caption: string, was: string) => Promise<string | null>
}

/** One file. Memoised, so that among hundreds only the row that changes is rendered: `onShow` and `onDescribe` must keep their identity. */
export const UploadRow = memo(function UploadRow({ queue, item, onShow, onDescribe }: UploadRowProps) {
  return (
    <li className="rounded-card bg-card p-4 shadow-card">
      <div className="flex items-center gap-3">
        <Thumbnail item={item} onShow={() => onShow(item)} />
        <div id={item.id} className="min-w-0 flex-1">
          <p className="wrap-anywhere font-semibold">{item.name}</p>
          <StateLine item={item} />
        </div>
        <Controls item={item} queue={queue} />
      </div>
      {item.state === 'sending' || item.state === 'paused' ? (
        <div className="mt-3">
          <Progress
            value={item.sizeBytes === 0 ? 0 : item.sentBytes / item.sizeBytes}
            label={`Sent of ${item.name}`}
          />
        </div>
      ) : null}
      {item.state === 'known' ? (
        <Button variant="outline" size="sm" className="mt-3" onClick={() => queue.resume(item.id)}>
          Add again
          <span className="sr-only"> {item.name}</span>
        </Button>
      ) : null}
      {item.media ? (
        <div className="mt-2">
          {item.media.finding ? (
            <p role="status" className="text-sm text-warn">
              {findingSentenceOf(item.media)}
            </p>
          ) : null}
          <CaptionField
            caption={item.media.caption}
            name={item.name}
            onSave={(caption, was) => onDescribe(item.media?.id ?? '', caption, was)}
          />
        </div>
      ) : null}
    </li>
  )
})

const square = 'size-16 shrink-0 overflow-hidden rounded-card'

/** The picture itself as soon as it is chosen, and later the preview that the server has made. */
function Thumbnail({ item, onShow }: { item: UploadItem; onShow: () => void }) {
  const { media, preview, name } = item
  // A file may be named like a picture without being one.
  const [isDrawable, setIsDrawable] = useState(true)
  if (media === null) {
    return preview === null || !isDrawable ? (
      <KindSign kind={guessKind(name)} className={square} />
    ) : (
      <img
        src={preview}
        alt=""
        loading="lazy"
        onError={() => setIsDrawable(false)}
        className={`${square} object-cover`}
      />
    )
  }
  return (
    <button type="button" onClick={onShow} className={square}>
      <MediaThumbnail file={media} className="size-16" />
      <span className="sr-only">Show {name}</span>
    </button>
  )
}

/** Only chooses the icon shown for the time being; the real type is determined from the file's bytes. */
function guessKind(name: string): MediaKind {
  if (/\.(mp4|mov|webm|mkv|avi|m4v|mpe?g)$/i.test(name)) return 'video'
  if (/\.(mp3|m4a|wav|ogg|flac|aac)$/i.test(name)) return 'audio'
  return /\.(jpe?g|png|gif|webp|avif|hei[cf]|tiff?|bmp)$/i.test(name) ? 'image' : 'document'
}

function StateLine({ item }: { item: UploadItem }) {
  const size = formatBytes(item.sizeBytes)
  const percent = item.sizeBytes === 0 ? 0 : Math.floor((item.sentBytes / item.sizeBytes) * 100)

  switch (item.state) {
    case 'waiting':
      return <p className="text-sm text-muted">Waiting · {size}</p>
    case 'sending':
      return (
        <p className="text-sm text-muted tabular-nums">
          {percent} % of {size}
        </p>
      )
    case 'paused':
      return (
        <p className="text-sm text-muted tabular-nums">
          Paused at {percent} % of {size}
        </p>
      )
    case 'checking':
      return (
        <p className="flex items-center gap-2 text-sm text-muted">
          <Spinner size={18} /> All of it has arrived, being checked
        </p>
      )
    case 'stored':
      return (
        <p role="status" className="flex items-center gap-2 text-sm font-semibold text-leaf">
          <CircleCheck size={20} className="shrink-0" aria-hidden="true" /> Safe on the server · {size}
        </p>
      )
    case 'known':
      return <p className="text-sm text-muted">In this story already · {size}</p>
    case 'failed':
      return (
        // What fails again after it was sent again by itself is not read out anew.
        <p
          role={item.isTold ? undefined : 'alert'}
          className="flex items-start gap-2 text-sm font-semibold wrap-anywhere text-danger"
        >
          <CircleAlert size={20} className="mt-0.5 shrink-0" aria-hidden="true" /> {item.problem}
        </p>
      )
  }
}

function Controls({ item, queue }: { item: UploadItem; queue: UploadQueue }) {
  const step = stepOf(item, queue)
  return (
    <div className="flex shrink-0">
      {step ? (
        <Button variant="ghost" size="icon" onClick={step.take}>
          {step.icon}
          <span className="sr-only">{step.name}</span>
        </Button>
      ) : null}
      {item.state === 'checking' ? null : (
        <Button variant="ghost" size="icon" onClick={() => queue.remove(item.id)}>
          <X aria-hidden="true" />
          <span className="sr-only">{removalOf(item)}</span>
        </Button>
      )}
    </div>
  )
}

type Step = { name: string; icon: ReactNode; take: () => void }

/** A single button whose meaning changes with the state, so that a keyboard user pauses and resumes with the same one. */
function stepOf({ id, name, state, canRetry }: UploadItem, queue: UploadQueue): Step | null {
  if (state === 'sending') {
    return { name: `Pause ${name}`, icon: <Pause aria-hidden="true" />, take: () => queue.pause(id) }
  }
  const goOn = () => queue.resume(id)
  if (state === 'paused') return { name: `Go on with ${name}`, icon: <Play aria-hidden="true" />, take: goOn }
  return canRetry ? { name: `Try ${name} again`, icon: <RotateCcw aria-hidden="true" />, take: goOn } : null
}

function removalOf({ state, name }: UploadItem): string {
  return state === 'sending' || state === 'paused' || state === 'waiting'
    ? `Cancel ${name}`
    : `Take ${name} off this list`
}
