import { useId } from 'react'
import type { BookPage } from '#contract/book-pages.ts'
import { Select } from '../../../ui/select.tsx'

export type ChapterSelectProps = {
  pages: readonly BookPage[]
  page: number
  onChoose: (page: number) => void
}

/** The table of contents, to jump to a chapter. Not shown for a single chapter. */
export function ChapterSelect({ pages, page, onChoose }: ChapterSelectProps) {
  const id = useId()
  const chapters = pages.flatMap(({ content, id }, index) =>
    content.kind === 'chapter' ? [{ id, title: content.title, page: index + 1 }] : [],
  )
  if (chapters.length < 2) return null
  const current = chapters.findLast((chapter) => chapter.page <= page)

  return (
    <div className="flex w-full min-w-0 items-center gap-3 sm:w-auto sm:flex-1 sm:justify-end">
      <label htmlFor={id} className="text-sm text-muted">
        Chapter
      </label>
      <Select
        id={id}
        className="min-w-0 flex-1 sm:max-w-[26.25rem]"
        value={current?.page ?? 1}
        onChange={(event) => onChoose(Number(event.target.value))}
      >
        {chapters[0]?.page === 1 ? null : <option value={1}>Beginning</option>}
        {chapters.map((chapter) => (
          <option key={chapter.id} value={chapter.page}>
            {chapter.title}
          </option>
        ))}
      </Select>
    </div>
  )
}
