import { Pencil, Play } from 'lucide-react'
import { memo } from 'react'
import type { TranscriptLine } from '#contract/transcript-lines.ts'
import { formatMoment } from '../../lib/format.ts'
import { buttonStyle } from '../../ui/button.tsx'
import { cn } from '../../ui/cn.ts'
import type { Refused } from './edits-here.ts'
import type { LineActions } from './line-actions.ts'
import type { LineDrafts } from './line-drafts.ts'
import { LineEditor } from './line-editor.tsx'
import { LineMenu } from './line-menu.tsx'
import { LineWords, type Span } from './line-words.tsx'
import { proseStyle } from './prose.ts'
import { ReadingLine } from './reading-line.tsx'
import { RefusedNote } from './refused-note.tsx'

export type Layer = 'spoken' | 'reading'

export type LineRowProps = {
  line: TranscriptLine
  layer: Layer
  name: string
  /** False where the line before is by the same speaker. */
  namesSpeaker: boolean
  isFirst: boolean
  /** The index of this line's word that Tab stops at; null in all lines but one. */
  activeWord: number | null
  editingFrom: number | null
  marksUnsure: boolean
  finds: readonly Span[]
  currentFind: Span | null
  refused: readonly Refused[]
  drafts: LineDrafts
  canChange: boolean
  actions: LineActions
}

/** One line of the interview: the speaker in the margin, the time and the words. Its tools appear on hover or focus. */
export const LineRow = memo(function LineRow(props: LineRowProps) {
  const { line, layer, name, namesSpeaker, isFirst, activeWord, editingFrom, actions } = props
  const time = formatMoment(line.startMs)
  // In the reading layer words take no focus, so Tab stops at the buttons of every line.
  const isNear = activeWord !== null || layer === 'reading'
  const tabIndex = isNear ? 0 : -1
  const label = `${name || 'Somebody'} at ${time}`

  return (
    <div
      className={cn(
        'group/line grid gap-x-3 md:grid-cols-[10.625rem_1fr_auto] md:gap-x-6',
        namesSpeaker ? 'pt-6' : 'pt-2',
      )}
    >
      <div
        className={cn(
          'flex min-w-0 items-center gap-1 md:flex-col md:items-end md:gap-0 md:text-end',
          !namesSpeaker && 'max-md:hidden',
        )}
      >
        {namesSpeaker ? (
          <button
            type="button"
            tabIndex={tabIndex}
            disabled={!props.canChange}
            onClick={() => actions.chooseSpeaker(line.id)}
            aria-label={`${name || 'Speaker unknown'}: say who speaks at ${time}`}
            className="-my-1.5 min-h-12 max-w-full min-w-0 rounded-lg px-2 text-start font-semibold wrap-anywhere text-leaf decoration-2 underline-offset-4 max-md:-ms-2 hover:underline md:-me-2 md:text-end"
          >
            {name || 'Who is this?'}
          </button>
        ) : null}
        <button
          type="button"
          tabIndex={tabIndex}
          aria-label={`Play from ${time}`}
          onClick={() => actions.hear({ lineId: line.id, word: 0 })}
          className={cn(
            'flex min-h-12 items-center gap-1 rounded-lg px-2 text-sm text-muted tabular-nums hover:text-foreground md:-me-2',
            namesSpeaker ? '-my-2' : 'md:-mt-1.5',
          )}
        >
          <Play
            size={14}
            className="fill-current opacity-0 group-hover/line:opacity-100"
            aria-hidden="true"
          />
          {time}
        </button>
      </div>
      <div className="min-w-0">
        <Body {...props} label={label} />
        {props.refused.map((refused) => (
          <RefusedNote
            key={refused.id}
            refused={refused}
            onKeep={() => actions.keep(refused.id)}
            onUseMine={
              refused.typed === null || refused.refusal === 'TOO_LONG'
                ? null
                : () => actions.insist(refused.id)
            }
          />
        ))}
      </div>
      <div
        className={cn(
          'flex items-start gap-1 transition-opacity md:-my-1.5 md:gap-0 md:opacity-0 md:group-hover/line:opacity-100 md:group-focus-within/line:opacity-100 md:has-data-[state=open]:opacity-100',
          // On a phone only the line touched last shows its tools, below its words.
          isNear ? 'max-md:-mx-3' : 'max-md:hidden',
          activeWord !== null && 'md:opacity-100',
          editingFrom !== null && 'invisible max-md:hidden',
          !props.canChange && 'hidden',
        )}
      >
        <button
          type="button"
          tabIndex={tabIndex}
          data-correct=""
          aria-label={`Correct the line at ${time}`}
          onClick={() => actions.edit({ lineId: line.id, word: activeWord ?? 0 })}
          className={cn(buttonStyle({ variant: 'ghost', size: 'icon' }), 'text-muted')}
        >
          <Pencil size={20} aria-hidden="true" />
        </button>
        <LineMenu
          line={line}
          place={time}
          isFirst={isFirst}
          tabIndex={tabIndex}
          word={activeWord}
          canSplit={layer === 'spoken'}
          actions={actions}
        />
        {namesSpeaker ? null : (
          <span className="self-center text-sm text-muted tabular-nums md:hidden">{time}</span>
        )}
      </div>
    </div>
  )
})

function Body(props: LineRowProps & { label: string }) {
  const { line, layer, editingFrom, label, actions, drafts } = props
  if (layer === 'reading') {
    return (
      <ReadingLine
        line={line}
        isEditing={editingFrom !== null}
        canChange={props.canChange}
        label={`How it reads well: ${label}`}
        actions={actions}
      />
    )
  }
  if (editingFrom !== null) {
    return <LineEditor line={line} word={editingFrom} label={label} drafts={drafts} actions={actions} />
  }
  return (
    <p dir="auto" className={proseStyle}>
      <LineWords
        line={line}
        activeWord={props.activeWord}
        marksUnsure={props.marksUnsure}
        finds={props.finds}
        currentFind={props.currentFind}
      />
    </p>
  )
}
