import { useQuery } from '@tanstack/react-query'
import { ChevronLeft, ChevronRight, X } from 'lucide-react'
import { Dialog as Radix } from 'radix-ui'
import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react'
import type { MediaItem } from '#contract/media.ts'
import { findingSentenceOf } from '../lib/file-findings.ts'
import { addressOf, openedAs } from '../lib/media-address.ts'
import { usePlayedFile } from '../lib/played-file.ts'
import { buttonStyle } from './button.tsx'
import { ClosesOnRequest } from './closes-on-request.tsx'
import { KindSign } from './media-thumbnail.tsx'
import { Spinner } from './spinner.tsx'
import { useOpener } from './use-opener.ts'

export type LightboxProps = {
  files: readonly MediaItem[]
  /** The id of the file that is shown, wherever it is in the list; null closes the lightbox, and so does the file's removal. */
  shown: string | null
  onShow: (id: string | null) => void
}

/** How far a finger must move to show the next file. */
const swipePx = 60
/** Two fingers seldom bring a picture back to exactly its own size. */
const enlargedFrom = 1.05

/** Shows files one at a time, large, on black: arrow keys or a swipe go to the next, Escape closes. */
export function Lightbox({ files, shown, onShow }: LightboxProps) {
  const at = files.findIndex(({ id }) => id === shown)
  const file = files[at]
  const began = useRef<{ x: number; y: number } | null>(null)
  const returnFocus = useOpener(file !== undefined)
  if (file === undefined) return null

  const go = (step: number) => {
    const next = files[at + step]
    if (next) onShow(next.id)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    // In a media player the arrow keys belong to the player.
    if (event.target instanceof HTMLMediaElement) return
    if (event.key === 'ArrowRight') go(1)
    if (event.key === 'ArrowLeft') go(-1)
  }
  // With a second finger down, or in an enlarged picture, a finger does not turn to the next file.
  const onPointerDown = ({ clientX, clientY, isPrimary }: PointerEvent) => {
    const isEnlarged = (window.visualViewport?.scale ?? 1) > enlargedFrom
    began.current = isPrimary && !isEnlarged ? { x: clientX, y: clientY } : null
  }
  const onPointerUp = ({ clientX, clientY, pointerType }: PointerEvent) => {
    const from = began.current
    began.current = null
    if (from === null || pointerType === 'mouse') return
    const [across, down] = [clientX - from.x, clientY - from.y]
    if (Math.abs(across) > swipePx && Math.abs(across) > Math.abs(down) * 2) go(across < 0 ? 1 : -1)
  }

  return (
    <Radix.Root open onOpenChange={() => onShow(null)}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 bg-black/90" />
        <Radix.Content
          aria-describedby={undefined}
          onCloseAutoFocus={returnFocus}
          onKeyDown={onKeyDown}
          data-theme="dark"
          className="fixed inset-0 z-50 flex flex-col gap-3 overflow-y-auto p-3 text-white sm:p-5"
        >
          <ClosesOnRequest />
          <div className="flex items-center gap-3">
            <Radix.Title className="min-w-0 flex-1 truncate text-base font-semibold" title={file.fileName}>
              {file.fileName}
            </Radix.Title>
            <span className="text-sm tabular-nums">
              {at + 1} of {files.length}
            </span>
            <Radix.Close className={buttonStyle({ variant: 'ghost', size: 'icon', className: lightButton })}>
              <X aria-hidden="true" />
              <span className="sr-only">Close</span>
            </Radix.Close>
          </div>
          <div
            className="flex min-h-0 flex-1 touch-pan-y touch-pinch-zoom low:min-h-[60dvh] items-center justify-center"
            onPointerDown={onPointerDown}
            onPointerUp={onPointerUp}
          >
            <Opened key={file.id} file={file} />
          </div>
          <div data-repeat className="flex items-center justify-between gap-3">
            {/* Not `disabled`, which would lose the focus and with it the arrow keys. */}
            <button type="button" className={step} aria-disabled={at === 0} onClick={() => go(-1)}>
              <ChevronLeft className="rtl:-scale-x-100" aria-hidden="true" />
              <span className="sr-only">Previous</span>
            </button>
            <div className="min-w-0 text-center" aria-live="polite">
              {file.caption ? (
                <p dir="auto" className="font-story text-lg wrap-anywhere">
                  {file.caption}
                </p>
              ) : null}
              {file.finding ? <p className="text-sm text-white/85">{findingSentenceOf(file)}</p> : null}
            </div>
            <button
              type="button"
              className={step}
              aria-disabled={at === files.length - 1}
              onClick={() => go(1)}
            >
              <ChevronRight className="rtl:-scale-x-100" aria-hidden="true" />
              <span className="sr-only">Next</span>
            </button>
          </div>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

const lightButton = 'text-white hover:bg-white/15'
const step = buttonStyle({ variant: 'ghost', size: 'icon', className: lightButton })

function Opened({ file }: { file: MediaItem }) {
  const { kind } = file
  const mediaId = openedAs(file)
  if (mediaId === null) return <KindSign kind={kind} className="size-40 rounded-card" />

  const label = file.caption || file.fileName
  if (kind === 'video' || kind === 'audio') return <Played mediaId={mediaId} kind={kind} label={label} />
  return <Shown mediaId={mediaId} kind={kind} label={label} />
}

function Shown({ mediaId, kind, label }: { mediaId: string; kind: 'image' | 'document'; label: string }) {
  const address = useQuery(addressOf(mediaId))
  const [isBroken, setBroken] = useState(false)
  // The picture is taken away meanwhile, so that it is loaded again even if its address is still the same.
  const again = () => address.refetch().then(() => setBroken(false))
  if (address.data === undefined) {
    return address.isError ? <Again onPress={() => address.refetch()} /> : <Spinner size={44} />
  }
  if (isBroken) return <Again onPress={again} />
  const { url } = address.data
  if (kind === 'image') {
    return (
      <img
        src={url}
        alt={label}
        draggable={false}
        onError={() => setBroken(true)}
        className="max-h-full max-w-full object-contain"
      />
    )
  }
  return (
    <a href={url} target="_blank" rel="noreferrer" className={buttonStyle({ variant: 'hero', size: 'lg' })}>
      Open the document
    </a>
  )
}

function Played({ mediaId, kind, label }: { mediaId: string; kind: 'video' | 'audio'; label: string }) {
  const { src, failure, isBroken, retry, element } = usePlayedFile(mediaId)
  if (failure !== null) return <Again onPress={retry} />
  if (isBroken) return <Again onPress={retry} hint={unknownFormat} />
  const props = { ...element, src: src ?? undefined, controls: true, 'aria-label': label } as const
  // A family's films and recordings come without captions.
  if (kind === 'audio') return <audio {...props} className="w-full max-w-[35rem]" />
  return <video {...props} playsInline className="max-h-full max-w-full" />
}

const unknownFormat =
  'This browser may not know its format: you can download the file on the page of its story.'

function Again({ onPress, hint = '' }: { onPress: () => void; hint?: string }) {
  return (
    <div role="alert" className="flex max-w-[35rem] flex-col items-center gap-5 px-4 text-center text-lg">
      <p>This cannot be shown just now. {hint}</p>
      <button type="button" className={buttonStyle({ variant: 'outline' })} onClick={onPress}>
        Try again
      </button>
    </div>
  )
}
