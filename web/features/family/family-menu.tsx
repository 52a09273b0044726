import { FileArchive, FileDown, FileUp, Image, MoreHorizontal, Printer } from 'lucide-react'
import { type RefObject, useEffect, useRef } from 'react'
import type { FamilyTree } from '#contract/family.ts'
import { posterOf, posterSvg } from '#contract/tree-poster.ts'
import { saveText } from '../../lib/save-blob.ts'
import { Button } from '../../ui/button.tsx'
import { Menu, MenuItem, MenuLine } from '../../ui/menu.tsx'
import { offerFocus } from '../../ui/offer-focus.ts'
import { Spinner } from '../../ui/spinner.tsx'
import { useRetry } from '../../ui/use-retry.ts'
import { useSaving } from './use-saving.ts'

const posterTitle = 'Our family'

export type FamilyMenuProps = { tree: FamilyTree; onImport: () => void; onPoster: () => void }

/** The menu to import and export the family, with notes on the last export below it. */
export function FamilyMenu({ tree, onImport, onPoster }: FamilyMenuProps) {
  const saving = useSaving()
  const trigger = useRef<HTMLButtonElement>(null)
  return (
    <>
      <Menu
        trigger={
          <Button ref={trigger} variant="outline">
            <MoreHorizontal size={20} aria-hidden="true" />
            Import and export
          </Button>
        }
      >
        <MenuItem onSelect={onImport}>
          <FileUp aria-hidden="true" />
          Import a family
        </MenuItem>
        <MenuLine />
        <MenuItem onSelect={() => saving.saveGedcom('7.0')}>
          <FileDown aria-hidden="true" />
          Save as GEDCOM 7.0
        </MenuItem>
        <MenuItem onSelect={saving.saveGedzip}>
          <FileArchive aria-hidden="true" />
          Save with photos and documents (GEDZIP)
        </MenuItem>
        <MenuItem onSelect={() => saving.saveGedcom('5.5.1')}>
          <FileDown aria-hidden="true" />
          Save as GEDCOM 5.5.1, for older programs
        </MenuItem>
        <MenuItem onSelect={onPoster}>
          <Printer aria-hidden="true" />
          Print a poster (PDF)
        </MenuItem>
        <MenuItem onSelect={() => savePoster(tree)}>
          <Image aria-hidden="true" />
          Save a poster to print (SVG)
        </MenuItem>
      </Menu>
      <SavingNotes {...saving} trigger={trigger} />
    </>
  )
}

type SavingNotesProps = Pick<ReturnType<typeof useSaving>, 'notes' | 'isPacking' | 'again'> & {
  trigger: RefObject<HTMLButtonElement | null>
}

/** Notes in a row of their own: what is being packed, why saving failed, or what the saved file does not contain. */
function SavingNotes({ notes, isPacking, again, trigger }: SavingNotesProps) {
  const retry = useRetry(again ?? undefined)
  // The Retry button has disappeared along with its note, so the focus returns to the menu.
  useEffect(() => {
    if (retry.tries > 0 && again === null) offerFocus(trigger.current)
  }, [retry.tries, again, trigger])
  return (
    <div className="flex basis-full flex-col gap-3 empty:hidden">
      {isPacking ? (
        <p role="status" className="flex items-start gap-3 rounded-card bg-tint p-4">
          <Spinner size={22} />
          The family is being packed. It is saved by itself when it is complete. You can go on meanwhile.
        </p>
      ) : null}
      {notes.map(({ title, sentence }) => (
        <div
          key={title}
          role="alert"
          className="flex flex-wrap items-center justify-between gap-3 rounded-card bg-danger-tint p-4 text-danger"
        >
          <p key={retry.tries} className="min-w-0 flex-1 basis-72">
            <strong>{title}.</strong> {sentence}
          </p>
          {again === null ? null : (
            <Button variant="outline" size="sm" busy={retry.busy} onClick={retry.again}>
              Try again
            </Button>
          )}
        </div>
      ))}
    </div>
  )
}

const savePoster = (tree: FamilyTree) =>
  saveText('family-tree.svg', 'image/svg+xml', posterSvg(posterOf(posterTitle, tree)))
