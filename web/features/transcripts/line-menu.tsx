import { Ellipsis, FoldVertical, Pencil, Play, Scissors, UserRound } from 'lucide-react'
import { useRef, useState } from 'react'
import type { TranscriptLine } from '#contract/transcript-lines.ts'
import { buttonStyle } from '../../ui/button.tsx'
import { cn } from '../../ui/cn.ts'
import { Menu, MenuItem, MenuLine } from '../../ui/menu.tsx'
import type { LineActions } from './line-actions.ts'

export type LineMenuProps = {
  line: TranscriptLine
  /** Tells this line's buttons apart from those of other lines for a screen reader. */
  place: string
  isFirst: boolean
  /** 0 in the active line, the only one that Tab stops at. */
  tabIndex: 0 | -1
  /** The word before which a split would take place. */
  word: number | null
  canSplit: boolean
  actions: LineActions
}

/** The menu of a line, behind one quiet button. To keep lines cheap, its contents are rendered only once it is opened. */
export function LineMenu(props: LineMenuProps) {
  const { line, place, isFirst, tabIndex, word, canSplit, actions } = props
  const { id } = line
  const [isAsked, setIsAsked] = useState(false)
  const movesOn = useRef(false)
  const label = `More for the line at ${place}`
  const look = cn(buttonStyle({ variant: 'ghost', size: 'icon' }), 'text-muted')
  if (!isAsked) {
    return (
      <button
        type="button"
        tabIndex={tabIndex}
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={false}
        onClick={() => setIsAsked(true)}
        className={look}
      >
        <Ellipsis size={22} aria-hidden="true" />
      </button>
    )
  }

  const at = word !== null && word > 0 && word < line.words.length ? word : null
  const go = (action: () => void) => () => {
    movesOn.current = true
    action()
  }
  const trigger = (
    <button type="button" tabIndex={tabIndex} aria-label={label} className={look}>
      <Ellipsis size={22} aria-hidden="true" />
    </button>
  )
  return (
    <Menu
      trigger={trigger}
      defaultOpen
      onCloseFocus={(event) => {
        // The chosen action has already moved the focus elsewhere; do not return it to the button.
        if (movesOn.current) event.preventDefault()
        movesOn.current = false
      }}
    >
      <MenuItem onSelect={go(() => actions.hear({ lineId: id, word: word ?? 0 }))}>
        <Play size={20} aria-hidden="true" />
        Play from here
      </MenuItem>
      <MenuItem onSelect={go(() => actions.edit({ lineId: id, word: word ?? 0 }))}>
        <Pencil size={20} aria-hidden="true" />
        Correct the text
      </MenuItem>
      <MenuItem onSelect={go(() => actions.chooseSpeaker(id))}>
        <UserRound size={20} aria-hidden="true" />
        Say who speaks
      </MenuItem>
      {canSplit ? (
        <>
          <MenuLine />
          <MenuItem
            disabled={at === null}
            onSelect={go(() => actions.splitBefore({ lineId: id, word: at ?? 0 }))}
          >
            <Scissors size={20} aria-hidden="true" />
            {at === null ? 'Split: choose a word first' : `Split before “${line.words[at]?.text}”`}
          </MenuItem>
          <MenuItem disabled={isFirst} onSelect={go(() => actions.joinWithBefore(id))}>
            <FoldVertical size={20} aria-hidden="true" />
            Join with the line before
          </MenuItem>
        </>
      ) : null}
    </Menu>
  )
}
