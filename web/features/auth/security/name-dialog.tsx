import { keyName } from '#contract/credentials.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { DialogActions, DialogCancel } from '../../../ui/dialog-actions.tsx'
import { Field } from '../../../ui/field.tsx'
import { Form } from '../../../ui/form.tsx'
import { Input } from '../../../ui/input.tsx'
import { useOneField } from '../use-one-field.ts'

export type NameDialogProps = {
  title: string
  sentence?: string
  initial: string
  action: string
  /** Resolves with the sentence to show if it was refused, else null. */
  save: (name: string) => Promise<string | null>
  onClose: () => void
  onSaved: () => void
}

/** Asks for a name and passes it to `save`. */
export function NameDialog({ title, sentence, onClose, ...form }: NameDialogProps) {
  return (
    <Dialog open focusFirstField onOpenChange={onClose} title={title} description={sentence}>
      <NameForm {...form} />
    </Dialog>
  )
}

type NameFormProps = Pick<NameDialogProps, 'initial' | 'action' | 'save' | 'onSaved'>

function NameForm({ initial, action, save, onSaved }: NameFormProps) {
  const { control, problem, busy, submit } = useOneField(async (typed) => {
    const refused = await save(typed.trim())
    if (refused === null) onSaved()
    return refused
  }, initial)

  return (
    <Form onSubmit={submit} busy={busy} className="flex flex-col gap-6">
      <Field label="Name" error={problem} rule={keyName} value={control.value}>
        {(field) => <Input {...field} {...control} />}
      </Field>
      <DialogActions>
        <DialogCancel />
        <Button type="submit" busy={busy}>
          {action}
        </Button>
      </DialogActions>
    </Form>
  )
}
