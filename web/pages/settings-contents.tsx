import { List } from 'lucide-react'
import { useRef } from 'react'
import { Button } from '../ui/button.tsx'
import { Menu, MenuItem } from '../ui/menu.tsx'

/** What the settings are about, behind one button: the page is many windows long, and a list of all would fill one. */
export function SettingsContents() {
  const chosen = useRef<HTMLElement | null>(null)
  return (
    <Menu
      trigger={
        <Button variant="outline">
          <List size={20} aria-hidden="true" />
          Go to a section
        </Button>
      }
      onCloseFocus={(event) => {
        if (chosen.current === null) return
        event.preventDefault()
        goTo(chosen.current)
        chosen.current = null
      }}
    >
      <Sections
        onChoose={(heading) => {
          chosen.current = heading
        }}
      />
    </Menu>
  )
}

/** As they stand there when the menu is opened: some are the operator's alone, some come late. */
function Sections({ onChoose }: { onChoose: (heading: HTMLElement) => void }) {
  const headings = [...document.querySelectorAll<HTMLElement>('main section > div > h2')]
  return headings.map((heading) => (
    <MenuItem key={heading.id} onSelect={() => onChoose(heading)}>
      {heading.textContent}
    </MenuItem>
  ))
}

/** Whoever goes by keys or hears the page goes on from there. */
function goTo(heading: HTMLElement): void {
  heading.tabIndex = -1
  heading.focus({ preventScroll: true })
  heading.scrollIntoView({ block: 'start' })
}
