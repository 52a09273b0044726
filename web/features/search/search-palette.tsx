import { useNavigate } from '@tanstack/react-router'
import { Dialog as Radix } from 'radix-ui'
import {
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { Button } from '../../ui/button.tsx'
import { ClosesOnRequest } from '../../ui/closes-on-request.tsx'
import { cn } from '../../ui/cn.ts'
import { keepOpen } from '../../ui/double-press.ts'
import { offerFocus } from '../../ui/offer-focus.ts'
import { leaveEditors } from '../../ui/open-editors.ts'
import { SearchField } from '../../ui/search-field.tsx'
import { overlayStyle } from '../../ui/sheet.ts'
import { useOpener } from '../../ui/use-opener.ts'
import { useRetry } from '../../ui/use-retry.ts'
import {
  foundNothing,
  foundOptions,
  idleOptions,
  type PaletteOption,
  type PalettePage,
  pageCalled,
  searchFor,
} from './palette-options.tsx'
import { foundWords } from './place-words.ts'
import { useRecentSearches } from './recent-searches.ts'
import { useQuickSearch } from './use-quick-search.ts'

export type SearchPaletteProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  userId: string
  pages: readonly PalettePage[]
  /** Text typed before the palette had loaded; discarded once the palette has taken it over. */
  early: RefObject<string>
  /** Called once the palette itself receives what is typed. */
  onThere: () => void
}

/**
 * One search box for everything: pages, stories with what was said in and about them,
 * storybooks, people and questions. Fully usable by keyboard.
 */
export function SearchPalette({ open, onOpenChange, ...rest }: SearchPaletteProps) {
  const returnFocus = useOpener(open)
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className={overlayStyle} />
        <Radix.Content
          aria-describedby={undefined}
          onPointerDownOutside={keepOpen}
          onOpenAutoFocus={focusBox}
          onCloseAutoFocus={returnFocus}
          className="fixed inset-x-3 top-3 z-50 mx-auto flex max-h-[min(42rem,calc(100dvh-1.5rem))] max-w-[42.5rem] flex-col overflow-hidden rounded-[20px] bg-raised shadow-card data-[state=open]:animate-appear sm:top-[10vh] sm:max-h-[min(42rem,80dvh)]"
        >
          <Radix.Title className="sr-only">Search</Radix.Title>
          <PaletteBody {...rest} onClose={() => onOpenChange(false)} />
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

/** By default the dialog would select the text typed early, and the next letter would replace it. */
function focusBox(event: Event): void {
  event.preventDefault()
  if (event.currentTarget instanceof HTMLElement) event.currentTarget.querySelector('input')?.focus()
}

type BodyProps = Omit<SearchPaletteProps, 'open' | 'onOpenChange'> & { onClose: () => void }

function PaletteBody({ userId, pages, early, onThere, onClose }: BodyProps) {
  const listId = useId()
  const navigate = useNavigate()
  const [typed, setTyped] = useState('')
  const there = useEffectEvent(() => {
    setTyped(early.current)
    onThere()
  })
  useLayoutEffect(() => there(), [])
  // The active option, by id: results may arrive before or after it, and Enter must choose the option that the person has seen.
  const [active, setActive] = useState<string | null>(null)
  const { recent, remember, forget } = useRecentSearches(userId)
  const { q, answer, isWaiting, isError, retry } = useQuickSearch(typed)
  const { busy, tries, again } = useRetry(retry)
  const box = useRef<HTMLInputElement>(null)
  // The Retry button has disappeared with its message, and results are chosen from the box, so the focus returns there.
  useEffect(() => {
    if (tries > 0 && !isError) offerFocus(box.current)
  }, [tries, isError])

  const options = q === '' ? idleOptions(pages, recent) : foundOptions(q, pages, answer)
  const isSettled = q !== '' && !isWaiting && answer !== undefined
  // Pages and actions may match although no story does.
  const isEmpty = isSettled && foundNothing(answer) && options.length === 0
  const at = Math.max(
    0,
    options.findIndex(({ id }) => id === active),
  )
  const current = options[at]
  useEffect(() => {
    if (current) document.getElementById(`${listId}-${current.id}`)?.scrollIntoView({ block: 'nearest' })
  }, [current, listId])

  const choose = (option: Pick<PaletteOption, 'link'>) => {
    remember(typed)
    onClose()
    // The palette opens above dialogs as well, and a navigation of the app asks nothing by itself.
    leaveEditors(() => navigate(option.link))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step) setActive(options[(at + step + options.length) % options.length]?.id ?? null)
    else if (event.key === 'Enter' && isWaiting && typed.trim() !== '')
      choose(pageCalled(typed.trim(), pages) ?? { link: searchFor(typed.trim()) })
    else if (event.key === 'Enter' && current) choose(current)
    else return
    event.preventDefault()
  }

  return (
    <>
      <ClosesOnRequest />
      <div className="flex items-center gap-1 p-3 max-sm:pe-1.5">
        <SearchField
          ref={box}
          size="large"
          label="Search stories, storybooks, people and questions"
          placeholder="A word, a name, a sentence"
          className="min-w-0 flex-1"
          value={typed}
          onChange={(value) => {
            setTyped(value)
            setActive(null)
          }}
          onKeyDown={onKeyDown}
          role="combobox"
          aria-expanded={options.length > 0}
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={current ? `${listId}-${current.id}` : undefined}
        />
        {/* A phone has no Escape key, and hardly any area beside the box to press. */}
        <Button variant="ghost" className="px-3! sm:hidden" onClick={onClose}>
          Close
        </Button>
      </div>
      {/* Results are visible below; that there are none must be said to everybody. */}
      <p role="status" className={isEmpty ? 'px-6 pb-4 text-muted' : 'sr-only'}>
        {isSettled && (isEmpty || !foundNothing(answer))
          ? foundWords(answer, answer.nextCursor !== null)
          : ''}
        {isEmpty ? ' Try fewer words, or another spelling.' : ''}
      </p>
      {isError ? (
        <div role="alert" className="flex flex-wrap items-center justify-between gap-3 px-6 pb-3">
          <p key={tries}>What your family told could not be searched just now.</p>
          <Button variant="outline" size="sm" busy={busy} onClick={again}>
            Try again
          </Button>
        </div>
      ) : null}
      <OptionList id={listId} options={options} current={current} waiting={isWaiting} onChoose={choose} />
      {q === '' && recent.length > 0 ? (
        <div className="border-t border-border p-2">
          <Button variant="ghost" size="sm" onClick={forget}>
            Forget recent searches
          </Button>
        </div>
      ) : null}
    </>
  )
}

type OptionListProps = {
  id: string
  options: readonly PaletteOption[]
  current: PaletteOption | undefined
  waiting: boolean
  onChoose: (option: PaletteOption) => void
}

function OptionList({ id, options, current, waiting, onChoose }: OptionListProps) {
  const groups = [...new Set(options.map((option) => option.group))]
  return (
    <div
      id={id}
      role="listbox"
      aria-label="What was found"
      aria-busy={waiting}
      tabIndex={-1}
      className={cn('min-h-0 flex-1 overflow-y-auto px-3 pb-3 transition-opacity', waiting && 'opacity-60')}
    >
      {groups.map((group, index) => (
        // biome-ignore lint/a11y/useSemanticElements: a group of options in a list box, not of form fields
        <div key={group} role="group" aria-labelledby={`${id}-group-${index}`}>
          <p id={`${id}-group-${index}`} className="px-3 pt-3 pb-1 text-sm text-muted">
            {group}
          </p>
          {options
            .filter((option) => option.group === group)
            .map((option) => (
              <Option
                key={option.id}
                id={`${id}-${option.id}`}
                option={option}
                chosen={option === current}
                onChoose={() => onChoose(option)}
              />
            ))}
        </div>
      ))}
    </div>
  )
}

type OptionProps = { id: string; option: PaletteOption; chosen: boolean; onChoose: () => void }

function Option({ id, option: { icon: Icon, title, detail }, chosen, onChoose }: OptionProps) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the box above has the focus and handles the keys
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={chosen}
      onClick={onChoose}
      onMouseDown={(event) => event.preventDefault()}
      className="flex min-h-12 cursor-pointer items-start gap-3 rounded-card px-3 py-3 hover:bg-foreground/6 aria-selected:bg-tint"
    >
      <Icon className="mt-0.5 shrink-0 text-muted" size={22} aria-hidden="true" />
      <span className="min-w-0 flex-1">
        <span dir="auto" className="line-clamp-2 wrap-anywhere">
          {title}
        </span>
        {detail ? (
          <span dir="auto" className="line-clamp-2 wrap-anywhere text-sm text-muted">
            {detail}
          </span>
        ) : null}
      </span>
    </div>
  )
}
