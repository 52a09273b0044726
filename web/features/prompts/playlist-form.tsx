import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { mergeOrders } from '#contract/merge-orders.ts'
import {
  type Playlist,
  type Prompt,
  playlistDescription,
  playlistName,
  type WholePlaylist,
} from '#contract/prompts.ts'
import { afterwards } from '../../lib/afterwards.ts'
import { sentenceOf, situationOf } from '../../lib/errors.ts'
import { useIdForWords } from '../../lib/id-for-words.ts'
import { layOver, type Sent } from '../../lib/meanwhile.ts'
import { client } from '../../lib/rpc.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { DialogActions, DialogCancel } from '../../ui/dialog-actions.tsx'
import { Field } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { Input, Textarea } from '../../ui/input.tsx'
import { MeanwhileNote } from '../../ui/meanwhile-note.tsx'
import { toastError, toastSuccess } from '../../ui/toast.tsx'
import { useUnsaved } from '../../ui/unsaved.ts'
import { ChoosePrompts } from './choose-prompts.tsx'
import { usePromptActions } from './use-prompts.ts'

export type PlaylistFormProps = { playlist?: WholePlaylist; prompts: Prompt[]; onDone: () => void }

type Texts = Pick<WholePlaylist, 'name' | 'description'>
type Mine = Texts & { promptIds: string[] }
const textsOf = ({ name, description }: Texts): Texts => ({ name, description })

/** The form in the dialog. A concurrent change is merged with the edits made here, and shown before the result is saved. */
export function PlaylistForm({ playlist, prompts, onDone }: PlaylistFormProps) {
  const { idFor } = useIdForWords()
  const [base, setBase] = useState(playlist)
  const [name, setName] = useState(playlist?.name ?? '')
  const [description, setDescription] = useState(playlist?.description ?? '')
  const [chosen, setChosen] = useState(prompts)
  const [sent] = useState<Sent<Mine>>([])
  const [merged, setMerged] = useState(false)
  const [replaced, setReplaced] = useState<Partial<Texts>>({})
  useUnsaved([name, description, chosen.map((prompt) => prompt.id)])
  const { renew } = usePromptActions()
  const ready = name.trim() !== '' && chosen.length > 0

  const mine = (): Mine => ({
    name: name.trim(),
    description: description.trim(),
    promptIds: chosen.map((prompt) => prompt.id),
  })
  /** Saves the playlist merged with concurrent changes; null if the merged version must be looked at first. */
  const saveOver = async (from: WholePlaylist): Promise<Playlist | null> => {
    const theirs = await client.prompts.playlist({ id: from.id })
    const { fields, replaced: lost } = layOver(textsOf(from), textsOf(mine()), textsOf(theirs), sent)
    // An order that was sent from here, and whose answer was lost, is nobody else's.
    const isOwn = sent.some(({ promptIds }) => JSON.stringify(promptIds) === JSON.stringify(theirs.promptIds))
    const order = mergeOrders(isOwn ? theirs.promptIds : from.promptIds, mine().promptIds, theirs.promptIds)
    const laid = { ...fields, promptIds: order }
    if (Object.keys(lost).length === 0 && JSON.stringify(laid) === JSON.stringify(mine())) {
      return client.prompts.updatePlaylist({ id: from.id, version: theirs.version, ...laid })
    }
    const known = new Map([...theirs.prompts, ...chosen].map((prompt) => [prompt.id, prompt]))
    setBase(theirs)
    setName(fields.name)
    setDescription(fields.description)
    setChosen(order.flatMap((promptId) => known.get(promptId) ?? []))
    setMerged(true)
    setReplaced(lost)
    return null
  }

  const save = useMutation({
    mutationFn: async (): Promise<Playlist | null> => {
      if (!base) return client.prompts.createPlaylist({ id: idFor(mine()), ...mine() })
      try {
        return await client.prompts.updatePlaylist({ id: base.id, version: base.version, ...mine() })
      } catch (error) {
        if (situationOf(error) === 'CONFLICT') return saveOver(base)
        sent.push(mine())
        throw error
      }
    },
    onSuccess: (saved) => {
      if (saved === null) return
      toastSuccess(playlist ? 'Playlist updated successfully!' : 'Playlist created successfully!')
      onDone()
    },
    onError: () => toastError(playlist ? 'Failed to update playlist' : 'Failed to add playlist'),
    onSettled: afterwards(renew, (saved) => saved !== null),
  })
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (ready) save.mutate()
  }

  return (
    <Form onSubmit={onSubmit} busy={save.isPending} className="flex flex-col gap-6">
      <Field label="Name" rule={playlistName} value={name}>
        {(control) => (
          <Input
            {...control}
            required
            autoFocus
            value={name}
            placeholder="Sundays at Grandma’s"
            onChange={(event) => setName(event.target.value)}
          />
        )}
      </Field>
      <Field label="Description" optional rule={playlistDescription} value={description}>
        {(control) => (
          <Textarea
            {...control}
            value={description}
            onChange={(event) => setDescription(event.target.value)}
          />
        )}
      </Field>
      <ChoosePrompts chosen={chosen} onChange={setChosen} />
      <MeanwhileNote replaced={replaced} labels={{ name: 'Name', description: 'Description' }} />
      {merged && Object.keys(replaced).length === 0 ? (
        <p role="status" className="rounded-card bg-warn-tint p-4 text-warn">
          This playlist was changed somewhere else in the meantime. Both changes are here now: please look it
          over and save again.
        </p>
      ) : null}
      {save.isError ? <Alert>{sentenceOf(save.error)}</Alert> : null}
      <DialogActions>
        <DialogCancel />
        <Button type="submit" busy={save.isPending} disabled={!ready}>
          {playlist ? 'Save' : 'Create Playlist'}
        </Button>
      </DialogActions>
    </Form>
  )
}
