import type { BookPage } from '#contract/book-pages.ts'
import { drawnByMachine } from '#contract/picture-styles.ts'
import { cn } from '../../../ui/cn.ts'
import { BookCover } from '../book-cover.tsx'
import { BookPicture } from './book-picture.tsx'
import { usePageImage } from './page-images.ts'
import { TextPage, type TextPageProps } from './text-page.tsx'

export type BookSheetProps = Omit<TextPageProps, 'content'> & {
  page: BookPage
  /** The page number from 1, printed at the foot of pages with text. */
  number: number
  /** Which side of an open book it is on. */
  side: 'single' | 'left' | 'right'
  /** The heading level of a chapter's title within the page around the book. */
  chapterHeading?: 'h2' | 'h3'
}

/** One page of a book: in the format of a book page where there is room, else as long as its text needs. */
export function BookSheet({ page, number, side, ...reading }: BookSheetProps) {
  const { content } = page
  if (content.kind === 'cover') return <CoverSheet content={content} />

  return (
    <article
      aria-label={`Page ${number}`}
      className={cn(
        'relative flex min-h-[60dvh] w-full flex-col bg-[#fffdf8] px-6 pt-8 pb-16 text-[#1d1d1d] shadow-card [--color-muted:#5c5c5c] dark:bg-[#201f1b] dark:text-[#eeece4] dark:[--color-muted:#b5b2a8] sm:aspect-[2/3] sm:min-h-auto sm:px-[10%] sm:pt-[10%]',
        side === 'single' && 'rounded-card',
        side === 'left' && 'rounded-s-card',
        side === 'right' && 'rounded-e-card',
      )}
    >
      <SheetContent content={content} {...reading} />
      <p className="absolute inset-x-0 bottom-5 text-center text-sm text-muted tabular-nums">{number}</p>
    </article>
  )
}

type Content = BookPage['content']

function CoverSheet({ content }: { content: Extract<Content, { kind: 'cover' }> }) {
  const { url, renew } = usePageImage(content.pictureId)
  return (
    <article aria-label="Cover" className="w-full">
      <BookCover title={content.title} subtitle={content.subtitle} image={url} onBroken={renew} />
      {content.isDrawn ? <p className="mt-2 text-center text-sm text-muted">{drawnByMachine}</p> : null}
    </article>
  )
}

type SheetContentProps = { content: Content } & Pick<BookSheetProps, 'chapterHeading'> &
  Omit<TextPageProps, 'content'>

function SheetContent({ content, chapterHeading: Heading = 'h2', ...reading }: SheetContentProps) {
  switch (content.kind) {
    case 'dedication':
    case 'closing':
      return (
        <p
          dir="auto"
          className="m-auto max-w-[32ch] text-center font-story text-lg whitespace-pre-line italic wrap-anywhere"
        >
          {content.text}
        </p>
      )
    case 'chapter':
      return (
        <div className="m-auto flex w-full flex-col items-center gap-6 text-center">
          {content.pictureId ? (
            <BookPicture pictureId={content.pictureId} caption="" className="max-h-[45dvh]" />
          ) : (
            <Flourish />
          )}
          {content.isDrawn ? <p className="-mt-3 text-sm text-muted">{drawnByMachine}</p> : null}
          <Heading
            dir="auto"
            className="font-story text-xl font-semibold text-balance wrap-anywhere sm:text-2xl"
          >
            {content.title}
          </Heading>
          {content.subtitle ? (
            <p dir="auto" className="text-muted">
              {content.subtitle}
            </p>
          ) : null}
        </div>
      )
    case 'photo':
      return (
        <figure className="m-auto flex w-full flex-col gap-4">
          <BookPicture pictureId={content.pictureId} caption={content.caption} className="max-h-[60dvh]" />
          {content.isDrawn ? <p className="-mt-1 text-center text-sm text-muted">{drawnByMachine}</p> : null}
          {content.caption ? (
            <figcaption dir="auto" className="text-center font-story italic">
              {content.caption}
            </figcaption>
          ) : null}
        </figure>
      )
    case 'text':
      return <TextPage content={content} {...reading} />
    case 'cover':
      return null
  }
}

function Flourish() {
  return (
    <svg viewBox="0 0 120 40" className="w-32 text-primary-dark" aria-hidden="true">
      <g fill="none" stroke="currentColor" strokeWidth="2" strokeLinecap="round">
        <path d="M8 30c20 0 32-6 52-20 20 14 32 20 52 20" />
        <path d="M40 22c-2-8-8-12-15-12 0 7 6 12 15 12Zm40 0c2-8 8-12 15-12 0 7-6 12-15 12Z" />
        <circle cx="60" cy="26" r="3" />
      </g>
    </svg>
  )
}
