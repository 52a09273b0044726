import { BookOpenText, ChevronDown, History, Redo2, Search, SlidersHorizontal, Undo2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../../ui/button.tsx'
import { cn } from '../../ui/cn.ts'
import { HeldButton } from '../../ui/held-button.tsx'
import { Menu, MenuCheckItem, MenuItem, MenuLine, MenuRadioGroup, MenuRadioItem } from '../../ui/menu.tsx'
import type { Preferences } from './preferences.ts'

/** Which text of the transcript is on the screen. */
export type View = 'spoken' | 'reading' | 'heard'

const views: { view: View; name: string; hint: string }[] = [
  { view: 'spoken', name: 'As it was spoken', hint: 'corrected word by word' },
  { view: 'reading', name: 'As it reads well', hint: 'without hesitation' },
  { view: 'heard', name: 'As the machine heard it', hint: 'never changed' },
]

export type ToolbarProps = {
  canChange: boolean
  /** While the find bar is open, a phone has no room for the toolbar as well. */
  isBelowFind: boolean

  view: View
  onView: (view: View) => void
  preferences: Preferences
  onPreferences: (preferences: Preferences) => void
  canRedo: boolean
  onUndo: () => void
  onRedo: () => void
  onFind: () => void
  onHistory: () => void
  onKeys: () => void
  children: ReactNode
}

/** The tools of a transcript in one quiet row. */
export function Toolbar(props: ToolbarProps) {
  const { view, preferences, onPreferences } = props
  const isFixed = view === 'heard' || !props.canChange
  return (
    <section
      aria-label="Tools"
      className={cn('-mx-3 flex flex-wrap items-center', props.isBelowFind && 'max-sm:hidden')}
    >
      <Menu
        trigger={
          <Button variant="ghost" size="sm" className="px-3!">
            <BookOpenText size={22} className="sm:hidden" aria-hidden="true" />
            <span className="max-sm:sr-only">{views.find((each) => each.view === view)?.name}</span>
            <ChevronDown size={20} className="max-sm:hidden" aria-hidden="true" />
          </Button>
        }
      >
        <MenuRadioGroup label="Which text" value={view}>
          {views.map(({ view: value, name, hint }) => (
            <MenuRadioItem key={value} value={value} onSelect={() => props.onView(value)}>
              <span className="flex flex-col">
                <span className={value === view ? 'font-bold' : ''}>{name}</span>
                <span className="text-sm text-muted">{hint}</span>
              </span>
            </MenuRadioItem>
          ))}
        </MenuRadioGroup>
      </Menu>
      <span className="flex-1" />
      <HeldButton
        variant="ghost"
        size="icon"
        aria-label="Undo"
        data-repeat
        held={isFixed}
        onClick={props.onUndo}
      >
        <Undo2 size={22} className="rtl:-scale-x-100" aria-hidden="true" />
      </HeldButton>
      <HeldButton
        variant="ghost"
        size="icon"
        aria-label="Redo"
        data-repeat
        held={isFixed || !props.canRedo}
        onClick={props.onRedo}
      >
        <Redo2 size={22} className="rtl:-scale-x-100" aria-hidden="true" />
      </HeldButton>
      <Button
        variant="ghost"
        size="icon"
        aria-label="Find and replace"
        disabled={view !== 'spoken'}
        onClick={props.onFind}
      >
        <Search size={22} aria-hidden="true" />
      </Button>
      <Button variant="ghost" size="icon" aria-label="History" onClick={props.onHistory}>
        <History size={22} aria-hidden="true" />
      </Button>
      {props.children}
      <Menu
        trigger={
          <Button variant="ghost" size="icon" aria-label="How it is shown">
            <SlidersHorizontal size={22} aria-hidden="true" />
          </Button>
        }
      >
        <MenuCheckItem
          checked={preferences.marksUnsure}
          onCheckedChange={(marksUnsure) => onPreferences({ ...preferences, marksUnsure })}
        >
          Mark words the machine was not sure of
        </MenuCheckItem>
        <MenuCheckItem
          checked={preferences.follows}
          onCheckedChange={(follows) => onPreferences({ ...preferences, follows })}
        >
          Follow the voice
        </MenuCheckItem>
        <MenuLine />
        <MenuItem onSelect={props.onKeys}>Keys to work with</MenuItem>
      </Menu>
    </section>
  )
}
