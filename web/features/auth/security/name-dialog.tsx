import { keyName } from '#contract/credentials.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog, DialogActions } from '../../../ui/dialog.tsx'
import { Field } from '../../../ui/field.tsx'
import { Form } from '../../../ui/form.tsx'
import { Input } from '../../../ui/input.tsx'
import { useOneField } from '../use-one-field.ts'

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
  const { control, problem, busy, submit } = useOneField(async (typed) => {
    const refused = await save(typed.trim())
    if (refused === null) onSaved()
    return refused
  }, initial)

  return (
    <Dialog open focusFirstField onOpenChange={onClose} title={title} description={sentence}>
      <Form onSubmit={submit} className="flex flex-col gap-6">
        <Field label="Name" error={problem} rule={keyName} value={control.value}>
          {(field) => <Input {...field} {...control} />}
        </Field>
        <DialogActions>
          <Button variant="outline" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" busy={busy}>
            {action}
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  )
}
