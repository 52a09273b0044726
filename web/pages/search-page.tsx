import { getRouteApi } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { useUser } from '../features/auth/session.tsx'
import { useRecentSearches } from '../features/search/recent-searches.ts'
import { SearchResults } from '../features/search/search-results.tsx'
import { SearchStart } from '../features/search/search-start.tsx'
import { useSettled } from '../lib/use-settled.ts'
import { PageHeader } from '../ui/page-header.tsx'
import { SearchField } from '../ui/search-field.tsx'

const route = getRouteApi('/app/search')

/** Searches everything that the family has told and written. The query is part of the address, so that it can be bookmarked. */
export function SearchPage() {
  const { q = '' } = route.useSearch()
  const navigate = route.useNavigate()
  const { recent, remember, forget } = useRecentSearches(useUser().id)
  const [typed, setTyped] = useState(q)
  const [asked, setAsked] = useState(q)
  const settled = useSettled(typed.trim())
  const box = useRef<HTMLInputElement>(null)

  // An address changed by a link or by going back is a new query.
  if (q !== asked) {
    setAsked(q)
    setTyped(q)
  }
  const show = (next: string) => {
    setAsked(next)
    navigate({ to: '/app/search', search: next === '' ? {} : { q: next }, replace: true })
  }
  useEffect(() => {
    if (settled !== asked && settled === typed.trim()) show(settled)
  })
  useFocusOf(box, q === '')

  return (
    <>
      <title>{q === '' ? 'Search · Kinora' : `${q} · Search · Kinora`}</title>
      <PageHeader title="Search" subtitle="Everything that was told, written and noted, by its words." />
      <search className="mb-8 block max-w-[45rem]">
        <form
          onSubmit={(event) => {
            event.preventDefault()
            remember(typed)
            show(typed.trim())
          }}
        >
          <SearchField
            ref={box}
            size="large"
            label="Search stories, storybooks, people and questions"
            placeholder="A word, a name, a sentence"
            value={typed}
            onChange={setTyped}
          />
        </form>
      </search>
      <div className="flex max-w-[53.75rem] flex-col gap-6">
        {q === '' ? (
          <SearchStart recent={recent} onForget={forget} />
        ) : (
          <SearchResults key={q} q={q} onOpen={() => remember(q)} />
        )}
      </div>
    </>
  )
}

/**
 * Focuses the search box of an empty page, where typing is all there is to do. In the next
 * frame, because the shell first moves the focus on its own.
 */
function useFocusOf(box: React.RefObject<HTMLInputElement | null>, wanted: boolean): void {
  const [initially] = useState(wanted)
  useEffect(() => {
    if (!initially) return
    const frame = requestAnimationFrame(() => box.current?.focus())
    return () => cancelAnimationFrame(frame)
  }, [box, initially])
}
