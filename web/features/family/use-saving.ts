import { useState } from 'react'
import { sentenceOf } from '../../lib/errors.ts'
import { countOf } from '../../lib/format.ts'
import { client } from '../../lib/rpc.ts'
import { saveBlob, saveText } from '../../lib/save-blob.ts'
import { toastError } from '../../ui/toast.tsx'
import { useShown } from '../../ui/use-shown.ts'
import { receivePackage } from './receive-package.ts'

/** A note on an export of the family: why it failed, or what it does not contain. */
export type SavingNote = { title: string; sentence: string }

type Save = () => Promise<SavingNote[]>

/** Exports of the family. The notes on the last one stay on the page until the next export. */
export function useSaving() {
  const [notes, setNotes] = useState<SavingNote[]>([])
  const [isPacking, setPacking] = useState(false)
  const [failed, setFailed] = useState<Save | null>(null)
  const isShown = useShown()

  const attempt = async (save: Save) => {
    const told = await save().then(
      (notes) => ({ notes, failed: null }),
      (error) => ({ notes: [{ title: notSaved, sentence: sentenceOf(error) }], failed: save }),
    )
    setNotes(told.notes)
    setFailed(() => told.failed)
    if (isShown()) return
    // Packing goes on while the person looks at other pages, where a toast is the only place for the notes.
    for (const { title, sentence } of told.notes) toastError(title, sentence)
  }
  const begin = (save: Save) => {
    setNotes([])
    return attempt(save)
  }
  const saveGedcom = (version: '5.5.1' | '7.0') =>
    begin(async () => {
      const { fileName, text } = await client.family.exportGedcom({ version })
      saveText(fileName, 'text/vnd.familysearch.gedcom', text)
      return []
    })
  const pack = async () => {
    setPacking(true)
    return savePackage().finally(() => setPacking(false))
  }
  const again = failed === null ? null : () => attempt(failed)
  return { notes, isPacking, again, saveGedcom, saveGedzip: () => begin(pack) }
}

const notSaved = 'The family could not be saved'

async function savePackage(): Promise<SavingNote[]> {
  const { file, leftOut, lost } = await receivePackage()
  saveBlob('family.gdz', file)
  const noRoom = {
    title: `${countOf(leftOut, 'file')} found no room`,
    sentence: 'A package holds 4 GB at most. Export Data in Settings takes everything along.',
  }
  const notThere = {
    title: `${countOf(lost, 'file')} could not be found`,
    sentence: 'Everything else is in the package. Whoever looks after Kinora may have a backup.',
  }
  return [...(leftOut > 0 ? [noRoom] : []), ...(lost > 0 ? [notThere] : [])]
}
