import { useQuery } from '@tanstack/react-query'
import { UserRoundPlus } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { v7 as newId } from 'uuid'
import { speakerName } from '#contract/fields.ts'
import { nameOf } from '#contract/person-name.ts'
import { nameOfSpeaker, resolveSpeaker, type TranscriptSpeaker } from '#contract/transcript-apply.ts'
import type { Intent } from '#contract/transcript-edits.ts'
import type { TranscriptLine } from '#contract/transcript-lines.ts'
import { orpc } from '../../lib/rpc.ts'
import { Alert } from '../../ui/alert.tsx'
import { Avatar } from '../../ui/avatar.tsx'
import { Button } from '../../ui/button.tsx'
import { cn } from '../../ui/cn.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { Input } from '../../ui/input.tsx'
import { Tick } from '../../ui/tick.tsx'
import { useUnsaved } from '../../ui/unsaved.ts'
import { type Choice, intentsOfChoice, type Scope } from './speaker-choice.ts'
import { namesToOffer, peopleIn } from './speakers.ts'

export type SpeakerDialogProps = {
  line: TranscriptLine
  speakers: readonly TranscriptSpeaker[]
  /** The names entered when the story was begun. */
  storySpeakers: readonly string[]
  /** Resolves to whether they are saved, or at least kept and sent later: chosen again, a new name would be there twice. */
  onChoose: (intents: Intent[]) => Promise<boolean>
  onClose: () => void
}

/** Asks who speaks, in one line or wherever this voice was heard. Offers the people of the family; a new name can be added. */
export function SpeakerDialog({ line, speakers, storySpeakers, onChoose, onClose }: SpeakerDialogProps) {
  const family = useQuery(orpc.familyMembers.list.queryOptions({ input: { limit: 100 } }))
  const known = (family.data?.items ?? []).map(nameOf)
  const offered = namesToOffer([...storySpeakers, ...known], speakers).slice(0, 12)
  const [scope, setScope] = useState<Scope>(line.speaker === null ? 'line' : 'everywhere')
  const [state, setState] = useState<'idle' | 'busy' | 'failed'>('idle')
  const current = line.speaker === null ? null : resolveSpeaker(line.speaker, speakers)
  const people = peopleIn(speakers)

  const choose = async (choice: Choice) => {
    const intents = intentsOfChoice(choice, scope, line, speakers, newId())
    if (intents.length === 0) return onClose()
    setState('busy')
    if (await onChoose(intents)) onClose()
    else setState('failed')
  }
  const voice = nameOfSpeaker(line.speaker, speakers) || 'this person'

  return (
    <Dialog open onOpenChange={onClose} title="Who speaks here?">
      {line.speaker === null ? null : (
        <fieldset className="flex flex-col gap-1">
          <legend className="sr-only">Where</legend>
          <ScopeChoice value="everywhere" scope={scope} onScope={setScope}>
            Every line of {voice}
          </ScopeChoice>
          <ScopeChoice value="line" scope={scope} onScope={setScope}>
            Only this line
          </ScopeChoice>
        </fieldset>
      )}
      {state === 'failed' ? (
        <Alert>This has not been saved. Somebody else may have changed it just now; please look again.</Alert>
      ) : null}
      <ul className="flex flex-col gap-1" aria-label="People">
        {people.map(({ key, name: called }) => (
          <Person
            key={key}
            name={called}
            isCurrent={key === current}
            onClick={() => choose({ type: 'known', key })}
          />
        ))}
        {offered.map((called) => (
          <Person
            key={called}
            name={called}
            isCurrent={false}
            onClick={() => choose({ type: 'new', name: called })}
          />
        ))}
      </ul>
      <SomebodyElse
        action={scope === 'everywhere' ? 'Give this name' : 'Add'}
        busy={state === 'busy'}
        onAdd={(name) => choose({ type: 'new', name })}
      />
      {line.speaker !== null && line.speaker !== current ? (
        <Button variant="outline" onClick={() => choose({ type: 'apart' })}>
          Take apart again: this voice is not {voice}
        </Button>
      ) : null}
      {line.speaker !== null && scope === 'line' ? (
        <Button variant="ghost" onClick={() => choose({ type: 'nobody' })}>
          Nobody knows who this is
        </Button>
      ) : null}
    </Dialog>
  )
}

type SomebodyElseProps = { action: string; busy: boolean; onAdd: (name: string) => void }

function SomebodyElse({ action, busy, onAdd }: SomebodyElseProps) {
  const [name, setName] = useState('')
  useUnsaved(name)
  const add = (event: FormEvent) => {
    event.preventDefault()
    if (name.trim() !== '') onAdd(name.trim())
  }

  return (
    <Form onSubmit={add} busy={busy} className="flex flex-col gap-3 sm:flex-row sm:items-end">
      <Field label="Somebody else" className="flex-1" rule={speakerName} value={name}>
        {(control) => <Input {...control} value={name} onChange={(event) => setName(event.target.value)} />}
      </Field>
      <Button type="submit" className="sm:mb-2" busy={busy} disabled={name.trim() === ''}>
        <UserRoundPlus size={20} aria-hidden="true" />
        {action}
      </Button>
    </Form>
  )
}

type ScopeChoiceProps = {
  value: Scope
  scope: Scope
  onScope: (scope: Scope) => void
  children: React.ReactNode
}

function ScopeChoice({ value, scope, onScope, children }: ScopeChoiceProps) {
  return (
    <Tick type="radio" name="scope" checked={scope === value} onChange={() => onScope(value)}>
      <span className="min-w-0 wrap-anywhere">{children}</span>
    </Tick>
  )
}

function Person({ name, isCurrent, onClick }: { name: string; isCurrent: boolean; onClick: () => void }) {
  return (
    <li>
      <button
        type="button"
        onClick={onClick}
        aria-current={isCurrent ? 'true' : undefined}
        className={cn(
          'flex min-h-14 w-full items-center gap-3 rounded-card border-2 px-3 text-start transition-colors',
          isCurrent ? 'border-primary-dark bg-tint font-bold' : 'border-transparent hover:bg-foreground/6',
        )}
      >
        <Avatar name={name} size="sm" />
        <span className="min-w-0 wrap-anywhere">{name}</span>
      </button>
    </li>
  )
}
