import { Ellipsis, FoldVertical, Pencil, Play, Scissors, UserRound } from 'lucide-react'
import { useRef, useState } from 'react'
import type { TranscriptLine } from '#contract/transcript-lines.ts'
import { buttonStyle } from '../../ui/button.tsx'
import { cn } from '../../ui/cn.ts'
import { Menu, MenuItem, MenuLine } from '../../ui/menu.tsx'
import type { LineActions } from './line-actions.ts'

export type LineMenuProps = {
  line: TranscriptLine
  /** What tells this line's buttons from the others' for a screen reader. */
  place: string
  isFirst: boolean
  /** Whether Tab comes to it: only in the active line. */
  tabIndex: 0 | -1
  /** Where a split would be. */
  word: number | null
  canSplit: boolean
  actions: LineActions
}

/** What can be done with a line, behind one quiet button. The menu itself is made when somebody asks for it. */
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
        // What was chosen has taken the focus somewhere else.
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
