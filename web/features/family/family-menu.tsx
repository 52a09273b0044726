import { FileArchive, FileDown, FileUp, Image, MoreHorizontal, Printer } from 'lucide-react'
import type { FamilyTree } from '#contract/family.ts'
import { posterOf, posterSvg } from '#contract/tree-poster.ts'
import { sentenceOf } from '../../lib/errors.ts'
import { countOf } from '../../lib/format.ts'
import { client } from '../../lib/rpc.ts'
import { saveBlob, saveText } from '../../lib/save-blob.ts'
import { Button } from '../../ui/button.tsx'
import { Menu, MenuItem, MenuLine } from '../../ui/menu.tsx'
import { toastError, toastNote } from '../../ui/toast.tsx'
import { receivePackage } from './receive-package.ts'

const posterTitle = 'Our family'

export type FamilyMenuProps = { tree: FamilyTree; onImport: () => void; onPoster: () => void }

/** What can be brought in and taken out. */
export function FamilyMenu({ tree, onImport, onPoster }: FamilyMenuProps) {
  return (
    <Menu
      trigger={
        <Button variant="outline">
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
      <MenuItem onSelect={() => saveGedcom('7.0')}>
        <FileDown aria-hidden="true" />
        Save as GEDCOM 7.0
      </MenuItem>
      <MenuItem onSelect={saveGedzip}>
        <FileArchive aria-hidden="true" />
        Save with photos and documents (GEDZIP)
      </MenuItem>
      <MenuItem onSelect={() => saveGedcom('5.5.1')}>
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
  )
}

async function saveGedcom(version: '5.5.1' | '7.0'): Promise<void> {
  try {
    const { fileName, text } = await client.family.exportGedcom({ version })
    saveText(fileName, 'text/vnd.familysearch.gedcom', text)
  } catch (error) {
    toastError('The family could not be saved', sentenceOf(error))
  }
}

async function saveGedzip(): Promise<void> {
  try {
    toastNote(
      'The family is being packed',
      'It is saved by itself when it is complete. You can go on meanwhile.',
    )
    const { file, leftOut, lost } = await receivePackage()
    saveBlob('family.gdz', file)
    if (leftOut > 0) {
      toastError(
        `${countOf(leftOut, 'file')} found no room`,
        'A package holds 4 GB at most. Export Data in Settings takes everything along.',
      )
    }
    if (lost > 0) {
      toastError(
        `${countOf(lost, 'file')} could not be found`,
        'Everything else is in the package. Whoever looks after Kinora may have a backup.',
      )
    }
  } catch (error) {
    toastError('The family could not be saved', sentenceOf(error))
  }
}

const savePoster = (tree: FamilyTree) =>
  saveText('family-tree.svg', 'image/svg+xml', posterSvg(posterOf(posterTitle, tree)))
