import type { LinkProps } from '@tanstack/react-router'
import {
  AudioLines,
  BookOpen,
  CircleHelp,
  Clock,
  FileText,
  type LucideIcon,
  Search,
  UserRound,
} from 'lucide-react'
import type { ReactNode } from 'react'
import type { FoundPrompt, FoundStory, SearchAnswer } from '#contract/search.ts'
import { formatMoment } from '../../lib/format.ts'
import { toRecord } from '../../lib/studio-search.ts'
import { Marked } from './marked.tsx'
import { addressOf, personWords } from './place-words.ts'

/** A page of the app, or an action there, as offered by the palette. */
export type PalettePage = {
  label: string
  icon: LucideIcon
  link: LinkProps
  /** True for an action, absent for a page. */
  isAction?: boolean
  /** Further words by which it is found. */
  words?: string
}

export type PaletteOption = {
  id: string
  group: string
  icon: LucideIcon
  title: ReactNode
  detail?: ReactNode
  link: LinkProps
}

export const searchFor = (q: string): LinkProps => ({ to: '/app/search', search: { q } })

/** The options before anything is typed: recent searches, and the pages. */
export function idleOptions(pages: readonly PalettePage[], recent: readonly string[]): PaletteOption[] {
  return [
    ...recent.map((q, index) => ({
      id: `recent-${index}`,
      group: 'Recent searches on this device',
      icon: Clock,
      title: q,
      link: searchFor(q),
    })),
    ...pages.map(pageOption),
  ]
}

/** The options for the typed text, the likeliest first. */
export function foundOptions(
  q: string,
  pages: readonly PalettePage[],
  answer: SearchAnswer | undefined,
): PaletteOption[] {
  // The names are English. By the browser's language, “Invite” would begin with another letter in Turkish.
  const typed = q.toLowerCase()
  const found = answer ?? { stories: [], people: [], prompts: [], books: [] }
  return [
    ...pages
      .filter(({ label, words = '' }) => `${label} ${words}`.toLowerCase().includes(typed))
      .map(pageOption),
    ...found.stories.map(storyOption),
    ...found.books.map(({ id, title }) => ({
      id,
      group: 'Storybooks',
      icon: BookOpen,
      title: <Marked {...title} />,
      link: { to: '/app/storybooks/$storybookId', params: { storybookId: id } },
    })),
    ...found.people.map(({ id, name, ...known }) => ({
      id,
      group: 'People',
      icon: UserRound,
      title: <Marked {...name} />,
      detail: personWords(known),
      link: { to: '/app/family/$memberId', params: { memberId: id } },
    })),
    ...found.prompts.slice(0, 3).map((prompt) => ({
      id: prompt.id,
      group: 'Questions to ask',
      icon: CircleHelp,
      title: <Marked {...prompt.text} />,
      link: askLink(prompt),
    })),
    ...(answer && foundNothing(answer)
      ? []
      : [
          {
            id: 'everything',
            group: 'Everything',
            icon: Search,
            title: `Show everything found for “${q}”`,
            link: searchFor(q),
          },
        ]),
  ]
}

/** A page whose name begins with the typed text is chosen at once: somebody who knows where to go need not wait for the search. */
export const pageCalled = (words: string, pages: readonly PalettePage[]): PalettePage | undefined =>
  pages.find(({ label }) => label.toLowerCase().startsWith(words.toLowerCase()))

/** Whether the results page would show nothing, either. */
export const foundNothing = ({ stories, people, prompts, books }: SearchAnswer): boolean =>
  [stories, people, prompts, books].every((kind) => kind.length === 0)

const pageOption = ({ label, icon, link, isAction }: PalettePage): PaletteOption => ({
  id: `page-${label}`,
  group: isAction ? 'Actions' : 'Pages',
  icon,
  title: label,
  link,
})

/** The story at its best match: if that was said in a recording, the link plays from there. */
function storyOption({ id, title, places }: FoundStory): PaletteOption {
  const best = places[0]
  return {
    id,
    group: 'Stories',
    icon: best?.kind === 'line' ? AudioLines : FileText,
    title: <Marked {...title} />,
    detail: best ? (
      <>
        {best.recordingId === null || best.seconds === null ? null : (
          <span className="me-2 tabular-nums">{formatMoment(best.seconds * 1_000)}</span>
        )}
        <Marked {...best.said} />
      </>
    ) : undefined,
    link: { to: '/app/stories/$storyId', params: { storyId: id }, search: best ? addressOf(best) : {} },
  }
}

/** A link to the studio with a question to answer. */
export function askLink({ id, text }: FoundPrompt): LinkProps {
  return { to: '/app/studio', search: toRecord({ title: text.text, prompt: id }) }
}
