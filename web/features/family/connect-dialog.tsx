import { type FormEvent, useState } from 'react'
import { v7 as newId } from 'uuid'
import type { ConnectionKind, FamilyConnection, TreePerson } from '#contract/family.ts'
import { nameOf } from '#contract/person-name.ts'
import { sentenceOf } from '../../lib/errors.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { DialogActions, DialogCancel } from '../../ui/dialog-actions.tsx'
import { Form } from '../../ui/form.tsx'
import { Tick } from '../../ui/tick.tsx'
import { toastNote } from '../../ui/toast.tsx'
import { useUnsaved } from '../../ui/unsaved.ts'
import { LineFields, type LineSays } from './line-fields.tsx'
import { useConnect } from './use-family.ts'

export type Pair = { from: TreePerson; to: TreePerson }
type Role = 'parent' | 'child' | 'partner' | 'other'

/** Asks how two people are related, and connects them. */
export function ConnectDialog({ pair, onClose }: { pair: Pair | null; onClose: () => void }) {
  return (
    <Dialog
      open={pair !== null}
      onOpenChange={(isOpen) => (isOpen ? undefined : onClose())}
      title={pair ? `${nameOf(pair.from)} and ${nameOf(pair.to)}` : ''}
      description="What are they to each other?"
    >
      {pair ? <ConnectForm key={`${pair.from.id} ${pair.to.id}`} pair={pair} onDone={onClose} /> : null}
    </Dialog>
  )
}

function ConnectForm({ pair: { from, to }, onDone }: { pair: Pair; onDone: () => void }) {
  const [role, setRole] = useState<Role>('parent')
  const [says, setSays] = useState<LineSays>({ ...noText, ...kindAtFirst.parent })
  useUnsaved([role, says])
  const connect = useConnect()
  const roles: [Role, string][] = [
    ['parent', `${nameOf(from)} is a parent of ${nameOf(to)}`],
    ['child', `${nameOf(from)} is a child of ${nameOf(to)}`],
    ['partner', 'They are, or were, a couple'],
    ['other', 'Something else'],
  ]

  const submit = (event: FormEvent) => {
    event.preventDefault()
    const [first, second] = role === 'child' ? [to, from] : [from, to]
    const line = { ...says, fromId: first.id, toId: second.id, id: newId() }
    connect.mutate(line, {
      onSuccess: ({ isNew, connection }, asked) => {
        if (!isNew && !isSaidBy(connection, asked)) return
        if (!isNew) toastNote('These two are connected already')
        onDone()
      },
    })
  }
  const { data: answer, variables: asked } = connect
  const isOtherThere = answer && asked && !answer.isNew && !isSaidBy(answer.connection, asked)

  return (
    <Form onSubmit={submit} busy={connect.isPending} className="flex flex-col gap-5">
      <fieldset className="flex flex-col gap-1">
        <legend className="sr-only">What are they to each other?</legend>
        {roles.map(([value, label]) => (
          <Tick
            key={value}
            className="rounded-card px-2 hover:bg-foreground/6"
            type="radio"
            name="role"
            checked={role === value}
            onChange={() => {
              setRole(value)
              if (kindAtFirst[value].type !== says.type) setSays({ ...says, ...kindAtFirst[value] })
            }}
          >
            <span className="wrap-anywhere">{label}</span>
          </Tick>
        ))}
      </fieldset>
      <LineFields says={says} onChange={setSays} />
      {isOtherThere ? (
        <Alert>
          These two are connected already, and that line stays as it is. To{' '}
          {answer.connection.type === asked.type
            ? 'change what it says'
            : 'make another of it, delete it first'}
          : press Cancel and then “Lines”.
        </Alert>
      ) : null}
      {connect.isError ? <Alert>{sentenceOf(connect.error)}</Alert> : null}
      <DialogActions>
        <DialogCancel />
        <Button type="submit" busy={connect.isPending}>
          Connect
        </Button>
      </DialogActions>
    </Form>
  )
}

const lineWords = ['type', 'kind', 'label', 'startDate', 'startPlace', 'endDate'] as const
type Asked = { fromId: string } & { [Name in (typeof lineWords)[number]]?: string | undefined }

/** Whether a line that was there already says what was asked for. Only between parent and child the direction has a meaning. */
function isSaidBy(line: FamilyConnection, asked: Asked): boolean {
  const isTurned = line.type === 'parent' && line.fromId !== asked.fromId
  return !isTurned && lineWords.every((name) => line[name] === (asked[name] ?? '').trim())
}

const noText = { label: '', startDate: '', startPlace: '', endDate: '' }
const kindAtFirst: Record<Role, ConnectionKind> = {
  parent: { type: 'parent', kind: 'birth' },
  child: { type: 'parent', kind: 'birth' },
  partner: { type: 'partner', kind: 'married' },
  other: { type: 'other', kind: 'unknown' },
}
