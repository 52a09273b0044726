import { ChevronLeft, ChevronRight, CircleStop, Paintbrush, Pencil, Volume2 } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { BookPage } from '#contract/book-pages.ts'
import { isReadToTheLeft } from '#contract/reading-direction.ts'
import { Alert } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { cn } from '../../../ui/cn.ts'
import { HeldButton } from '../../../ui/held-button.tsx'
import { Switch } from '../../../ui/switch.tsx'
import { onPhone, useMedia } from '../../../ui/use-media.ts'
import { PictureDialog } from '../pictures/picture-dialog.tsx'
import { usePictures } from '../pictures/use-pictures.ts'
import { BookSheet } from './book-sheet.tsx'
import { ChapterSelect } from './chapter-select.tsx'
import { coverPictures } from './cover-pictures.ts'
import { EditPageDialog } from './edit-page-dialog.tsx'
import { openingAt, turned } from './opening.ts'
import { PageImages } from './page-images.ts'
import { type BookRest, RestOfBook } from './rest-of-book.tsx'
import { useBookVoice } from './use-book-voice.ts'
import { useReadingPlace } from './use-reading-place.ts'
import { useSignedImage } from './use-signed-image.ts'
import { useTurning } from './use-turning.ts'
import { behind, type HeardPassage, isWritten, voiceQueue, voicesOfPart } from './voice-queue.ts'

export type BookReaderProps = {
  storybookId: string
  pages: readonly BookPage[]
  /** What has not been loaded of a long book; null if all its pages are there. */
  rest: BookRest | null
  /** The page that is open, from 1. */
  page: number
  onTurn: (page: number) => void
  /** Resolves to the address of the file that plays a recording; null if there is none any more. */
  mediaOf: (passage: HeardPassage) => Promise<string | null>
  mayEdit: boolean
  /** Whether the book is the person's own, and so they may have pictures drawn for it. */
  isOwn: boolean
}

/** A book to leaf through, read and listen to. */
export function BookReader(props: BookReaderProps) {
  const { storybookId, pages, rest, page, onTurn, mediaOf, mayEdit, isOwn } = props
  const isWide = useMedia(wide)
  const isOnPhone = useMedia(onPhone)
  const [verbatim, setVerbatim] = useState(false)
  const [edited, setEdited] = useState<BookPage | null>(null)
  const [drawn, setDrawn] = useState<string | null>(null)
  const pictures = usePictures(storybookId, isOwn).data
  const pageCount = rest ? Math.max(rest.pageCount, pages.length + 1) : pages.length
  const open = openingAt(page, pageCount, isWide)
  const shown = open.flatMap((index) => pages[index] ?? [])

  const voice = useBookVoice(mediaOf, ({ pageIndex }) => {
    reading.goesOn()
    if (!open.includes(pageIndex)) onTurn(pageIndex + 1)
  })
  const isHeard = voice.passageId !== null
  const reading = useReadingPlace(page, voice.passageId, isWide)
  const turn = (by: 1 | -1) => {
    const next = turned(page, by, pageCount, isWide)
    if (next !== page) onTurn(next)
  }
  const isToTheLeft = isReadToTheLeft(pages)
  const dir = isToTheLeft ? 'rtl' : undefined
  const touch = useTurning(turn, (to) => onTurn(to === 'first' ? 1 : pageCount), isToTheLeft)

  const hear = (key: string) => voice.play(voicesOfPart(pages, key))
  const all = voiceQueue(pages, verbatim)
  const queue = all.filter(({ pageIndex }) => pageIndex >= (open[0] ?? 0))
  const latest = useRef(all)
  useEffect(() => {
    latest.current = all
  })
  const [first, last] = [(open[0] ?? 0) + 1, (open.at(-1) ?? 0) + 1]
  const place = first === last ? `Page ${first} of ${pageCount}` : `Pages ${first}–${last} of ${pageCount}`
  const sideOf = (at: number) => {
    if (open.length === 1) return 'single'
    return at === 0 ? 'left' : 'right'
  }

  const chapters = <ChapterSelect pages={pages} page={first} onChoose={onTurn} />

  return (
    <section aria-label="The book" className="flex flex-col gap-6">
      <div
        ref={reading.bar}
        className={cn(
          'flex flex-wrap items-center gap-x-6 gap-y-3 print:hidden max-sm:justify-between max-sm:gap-x-3 max-sm:[&>*]:gap-3 max-sm:[&>button]:px-4',
          // While a voice is playing the page scrolls along with it, but the Stop button must stay in view.
          isHeard && 'sticky top-0 z-20 low:static -mx-4 -my-2 bg-background px-4 py-2 sm:-mx-6 sm:px-6',
        )}
      >
        {isHeard ? (
          <Button variant="secondary" onClick={voice.stop}>
            <CircleStop aria-hidden="true" />
            Stop
          </Button>
        ) : (
          <Button
            variant="secondary"
            disabled={queue.length === 0}
            onClick={() => voice.play(queue, (heard) => behind(latest.current, heard))}
          >
            <Volume2 aria-hidden="true" />
            <span>
              Listen<span className="max-sm:sr-only"> from here</span>
            </span>
          </Button>
        )}
        <Switch label="Word for word" checked={verbatim} onCheckedChange={setVerbatim} />
        {isOnPhone ? null : chapters}
      </div>
      {shown.some(({ content }) => content.kind === 'text' && content.passages.some(isWritten)) ? (
        <p className="text-sm text-muted">
          Written from the recording by a text model. Tap a sentence to hear what it rests on.
        </p>
      ) : null}
      {voice.failed ? (
        <Alert>
          The voice behind this passage cannot be heard just now. Its recording may have been deleted.
        </Alert>
      ) : null}
      <div
        {...touch}
        dir={dir}
        ref={reading.book}
        className={cn(
          'mx-auto grid w-full',
          isHeard ? 'scroll-mt-36' : 'scroll-mt-4',
          isWide && 'max-w-[67.5rem]',
          !isWide && 'max-w-[38.75rem] print:max-w-[32rem]',
        )}
        style={{ ...touch.style, gridTemplateColumns: open.length === 2 ? '1fr 1fr' : 'minmax(0, 1fr)' }}
      >
        {shown.map((each, at) => (
          <div
            key={each.id}
            className={cn(
              'flex min-w-0 flex-col gap-2 motion-safe:animate-appear',
              open.length === 1 && isWide && 'mx-auto w-1/2',
            )}
          >
            <PageImages value={useSignedImage}>
              <BookSheet
                page={each}
                number={(open[at] ?? 0) + 1}
                side={sideOf(at)}
                verbatim={verbatim}
                voice={voice}
                onHear={hear}
              />
            </PageImages>
            {mayEdit ? (
              <Button variant="ghost" size="sm" className="self-center" onClick={() => setEdited(each)}>
                <Pencil size={18} aria-hidden="true" />
                Edit page {(open[at] ?? 0) + 1}
              </Button>
            ) : null}
            {pictures && pictures.draws !== null && hasPictureOfItsOwn(each) ? (
              <Button variant="ghost" size="sm" className="self-center" onClick={() => setDrawn(each.id)}>
                <Paintbrush size={18} aria-hidden="true" />
                Draw a picture
              </Button>
            ) : null}
          </div>
        ))}
        {rest && shown.length < open.length ? (
          <div dir="auto" className={cn(shown.length === 0 && isWide && 'col-span-full mx-auto w-1/2')}>
            <RestOfBook rest={rest} />
          </div>
        ) : null}
      </div>
      {/* Scroll anchoring would hold these buttons in place and so scroll a page that becomes longer to its bottom. */}
      <nav
        aria-label="Pages"
        dir={dir}
        data-repeat
        className="flex items-center justify-center gap-4 [overflow-anchor:none]"
      >
        <HeldButton
          variant="outline"
          size="icon"
          aria-label="Page before"
          held={first === 1}
          onClick={() => turn(-1)}
        >
          <ChevronLeft className="rtl:-scale-x-100" aria-hidden="true" />
        </HeldButton>
        <p aria-live="polite" className="min-w-40 text-center tabular-nums">
          {place}
        </p>
        <HeldButton
          variant="outline"
          size="icon"
          aria-label="Next page"
          held={last >= pageCount}
          onClick={() => turn(1)}
        >
          <ChevronRight className="rtl:-scale-x-100" aria-hidden="true" />
        </HeldButton>
      </nav>
      <p className="hidden text-sm text-muted print:block">
        These are the pages that were open. “Download” has the whole book, to be printed.
      </p>
      {isOnPhone ? chapters : null}
      {pictures ? (
        <PictureDialog
          storybookId={storybookId}
          pictures={pictures}
          pageId={drawn}
          onClose={() => setDrawn(null)}
        />
      ) : null}
      <EditPageDialog
        storybookId={storybookId}
        // If the page is laid out anew meanwhile it is no longer among the pages; the dialog keeps
        // the old one, so that the text being written is not lost.
        page={pages.find(({ id }) => id === edited?.id) ?? edited}
        pictures={coverPictures(pages)}
        onClose={() => setEdited(null)}
      />
    </section>
  )
}

const hasPictureOfItsOwn = ({ content }: BookPage) => content.kind === 'cover' || content.kind === 'chapter'

/** The width from which two pages fit side by side. */
const wide = '(min-width: 80rem)'
