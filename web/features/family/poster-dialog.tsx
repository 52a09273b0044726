import { useMutation } from '@tanstack/react-query'
import { Printer } from 'lucide-react'
import { useState } from 'react'
import { limits } from '#contract/limits.ts'
import { posterPath, unprintableHeader, unprintableLettersHeader } from '#contract/paths.ts'
import { sentenceOf } from '../../lib/errors.ts'
import { countOf } from '../../lib/format.ts'
import { receiveFile } from '../../lib/receive-file.ts'
import { saveBlob } from '../../lib/save-blob.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { DialogActions, DialogCancel } from '../../ui/dialog-actions.tsx'
import { Tick } from '../../ui/tick.tsx'
import { UnprintableLetters } from '../../ui/unprintable-letters.tsx'

const papers = [
  ['one', 'One large page', 'for a print shop, or to look at'],
  ['a4', 'Sheets of A4', 'to print at home and put together'],
  ['a3', 'Sheets of A3', 'fewer sheets, where the printer takes them'],
  ['letter', 'Sheets of US Letter', 'to print at home and put together'],
] as const
type Paper = (typeof papers)[number][0]

/** Exports the tree for printing, on one page or on several sheets. */
export function PosterDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog
      open={open}
      onOpenChange={(isOpen) => (isOpen ? undefined : onClose())}
      title="Print a poster"
      description="A PDF that stays sharp at any size."
    >
      <PosterForm onDone={onClose} />
    </Dialog>
  )
}

function PosterForm({ onDone }: { onDone: () => void }) {
  const [paper, setPaper] = useState<Paper>('one')
  const saving = useMutation({ mutationFn: savePoster })
  const save = () =>
    // A callback of `mutate` does not run after unmounting: if this dialog was closed meanwhile, it does not close the one opened since.
    saving.mutate(paper, { onSuccess: ({ people }) => (people === 0 ? onDone() : undefined) })

  return (
    <div className="flex flex-col gap-5">
      <fieldset className="flex flex-col gap-1">
        <legend className="sr-only">Paper</legend>
        {papers.map(([value, name, use]) => (
          <Tick
            key={value}
            className="min-h-14 rounded-card px-2 hover:bg-foreground/6"
            type="radio"
            name="paper"
            checked={paper === value}
            onChange={() => setPaper(value)}
          >
            <span>
              <span className="block font-semibold">{name}</span>
              <span className="block text-sm text-muted">{use}</span>
            </span>
          </Tick>
        ))}
      </fieldset>
      {saving.data && saving.data.people > 0 ? (
        <UnprintableLetters
          letters={saving.data.letters}
          thing={`Saved. In the names of ${countOf(saving.data.people, 'person', 'people')} the poster`}
        />
      ) : null}
      {saving.isError ? <Alert>The poster could not be made. {sentenceOf(saving.error)}</Alert> : null}
      <DialogActions>
        <DialogCancel>{saving.data ? 'Done' : 'Cancel'}</DialogCancel>
        <Button busy={saving.isPending} onClick={save}>
          <Printer size={20} aria-hidden="true" />
          Save as PDF
        </Button>
      </DialogActions>
    </div>
  )
}

/** The number of people with characters that could not be printed, and the first of those characters. */
type Unprintable = { people: number; letters: string }

async function savePoster(paper: Paper): Promise<Unprintable> {
  const { file, headers } = await receiveFile(`${posterPath}?paper=${paper}`, limits.familyFileSeconds)
  saveBlob('family-tree.pdf', file)
  return {
    people: Number(headers.get(unprintableHeader) ?? 0),
    letters: decodeURIComponent(headers.get(unprintableLettersHeader) ?? ''),
  }
}
