import { ChevronDown, ChevronUp, X } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import { limits } from '#contract/limits.ts'
import { countOf } from '../../lib/format.ts'
import { Button } from '../../ui/button.tsx'
import { Input } from '../../ui/input.tsx'
import { Tick } from '../../ui/tick.tsx'
import type { Find } from './find-in-lines.ts'

export type FindBarProps = {
  find: Find
  onFind: (find: Find) => void
  /** Whether the matches may be replaced. */
  canChange: boolean
  count: number
  /** The index of the current match, from 0. */
  at: number
  /** Whether lines are still being loaded, so that more matches may follow. */
  isReading: boolean
  /** Whether loading them has failed, so that nothing more comes unasked. */
  isCutOff: boolean
  /** The result of the last replacement, in words. */
  outcome: string | null
  isBusy: boolean
  /** How often it was asked for: whoever asks for it while it is open wants to type in it. */
  timesAsked: number
  onStep: (by: 1 | -1) => void
  onReplace: () => void
  onReplaceAll: () => void
  onClose: () => void
}

/** Finds text in the transcript and replaces it, one match or all. */
export function FindBar(props: FindBarProps) {
  const { find, onFind, count, at, isReading, isCutOff, outcome, timesAsked } = props
  const field = useRef<HTMLInputElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: again whenever it is asked for
  useEffect(() => {
    field.current?.focus()
    field.current?.select()
  }, [timesAsked])
  // Where nothing is left to replace, the button that was pressed is disabled, and the focus would be nowhere.
  useEffect(() => {
    if (outcome !== null && count === 0 && document.activeElement?.matches('body, :disabled'))
      field.current?.focus()
  }, [outcome, count])

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') props.onClose()
    if (event.key === 'Enter' && event.target === field.current) props.onStep(event.shiftKey ? -1 : 1)
  }
  const found = count === 0 ? 'Not found' : `${at + 1} of ${count}`

  return (
    <search aria-label="Find and replace" onKeyDown={onKeyDown} className="mt-3 flex flex-col gap-2">
      <div className="flex items-center gap-1 sm:gap-2">
        <Input
          ref={field}
          aria-label="Find"
          placeholder="Find"
          maxLength={limits.searchText}
          value={find.text}
          onChange={(event) => onFind({ ...find, text: event.target.value })}
          className="min-w-0 flex-1"
        />
        <Button
          variant="ghost"
          size="icon"
          aria-label="The one before"
          data-repeat
          disabled={count === 0}
          onClick={() => props.onStep(-1)}
        >
          <ChevronUp aria-hidden="true" />
        </Button>
        <Button
          variant="ghost"
          size="icon"
          aria-label="The next one"
          data-repeat
          disabled={count === 0}
          onClick={() => props.onStep(1)}
        >
          <ChevronDown aria-hidden="true" />
        </Button>
        <Button variant="ghost" size="icon" aria-label="Close find and replace" onClick={props.onClose}>
          <X aria-hidden="true" />
        </Button>
      </div>
      {props.canChange ? (
        <div className="flex items-center gap-1 sm:gap-2">
          <Input
            aria-label="Replace with"
            placeholder="Replace with"
            maxLength={limits.searchText}
            value={find.replacement}
            onChange={(event) => onFind({ ...find, replacement: event.target.value })}
            className="min-w-0 flex-1"
          />
          <Button
            variant="outline"
            size="sm"
            data-repeat
            disabled={count === 0 || props.isBusy}
            onClick={props.onReplace}
          >
            Replace
          </Button>
          <Button
            variant="outline"
            size="sm"
            disabled={count === 0 || isReading}
            busy={props.isBusy}
            onClick={props.onReplaceAll}
          >
            <span className="max-sm:sr-only">Replace all</span>
            <span className="sm:hidden" aria-hidden="true">
              All
            </span>
          </Button>
        </div>
      ) : null}
      <div className="flex flex-wrap items-center gap-x-6">
        <Check
          label="Whole words"
          checked={find.wholeWords}
          onChange={(wholeWords) => onFind({ ...find, wholeWords })}
        />
        <Check
          label="Match capitals"
          checked={find.matchCase}
          onChange={(matchCase) => onFind({ ...find, matchCase })}
        />
        <span role="status" className="text-sm text-muted tabular-nums">
          {find.text.trim() === '' ? '' : found}
          {isReading ? restWords(isCutOff) : ''}
        </span>
        <span role="status" className="text-sm font-semibold text-leaf">
          {outcome}
        </span>
      </div>
    </search>
  )
}

const restWords = (isCutOff: boolean): string =>
  isCutOff ? ' in what is loaded. The rest could not be loaded.' : ' so far…'

/** What the screen says after Replace All. */
export const replacedWords = (replaced: number): string =>
  replaced === 0 ? 'Nothing had to be replaced' : `Replaced in ${countOf(replaced, 'place')}`

function Check({
  label,
  checked,
  onChange,
}: {
  label: string
  checked: boolean
  onChange: (on: boolean) => void
}) {
  return (
    <Tick
      className="text-sm"
      type="checkbox"
      checked={checked}
      onChange={(event) => onChange(event.target.checked)}
    >
      {label}
    </Tick>
  )
}
