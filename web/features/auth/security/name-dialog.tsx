import { type FormEvent, useState } from 'react'
import { Alert } from '../../../ui/alert.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog, DialogActions } from '../../../ui/dialog.tsx'
import { Field } from '../../../ui/field.tsx'
import { Input } from '../../../ui/input.tsx'

export type NameDialogProps = {
  title: string
  sentence?: string
  initial: string
  action: string
  /** Resolves with the sentence of what was refused, else null. */
  save: (name: string) => Promise<string | null>
  onClose: () => void
  onSaved: () => void
}

/** Asks for a name and does something under it. */
export function NameDialog({ title, sentence, initial, action, save, onClose, onSaved }: NameDialogProps) {
  const [name, setName] = useState(initial)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (name.trim() === '') return setProblem('Please give it a name.')

    setBusy(true)
    setProblem(null)
    const refused = await save(name.trim())
    setBusy(false)
    if (refused === null) onSaved()
    else setProblem(refused)
  }

  return (
    <Dialog open focusFirstField onOpenChange={onClose} title={title} description={sentence}>
      <form onSubmit={submit} noValidate className="flex flex-col gap-6">
        <Field label="Name">
          {(control) => (
            <Input
              {...control}
              value={name}
              maxLength={60}
              onChange={(event) => setName(event.target.value)}
            />
          )}
        </Field>
        {problem ? <Alert>{problem}</Alert> : null}
        <DialogActions>
          <Button variant="outline" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" busy={busy}>
            {action}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
