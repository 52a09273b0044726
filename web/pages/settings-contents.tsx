import { List } from 'lucide-react'
import { useRef } from 'react'
import { Button } from '../ui/button.tsx'
import { Menu, MenuItem } from '../ui/menu.tsx'

/** A table of contents behind one button: the settings are many screens long, and a list of all sections would fill a screen itself. */
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

/** Read from the page when the menu opens, because some sections are for operators only and some load late. */
function Sections({ onChoose }: { onChoose: (heading: HTMLElement) => void }) {
  const headings = [...document.querySelectorAll<HTMLElement>('main section > div > h2')]
  return headings.map((heading) => (
    <MenuItem key={heading.id} onSelect={() => onChoose(heading)}>
      {heading.textContent}
    </MenuItem>
  ))
}

/** Moves the focus as well, so that keyboard and screen reader users continue from there. */
function goTo(heading: HTMLElement): void {
  heading.tabIndex = -1
  heading.focus({ preventScroll: true })
  heading.scrollIntoView({ block: 'start' })
}
