import { type FormEvent, useState } from 'react'
import { v7 as newId } from 'uuid'
import type { NewConnection, ParentKind, TreePerson, UnionKind } from '#contract/family.ts'
import { limits } from '#contract/limits.ts'
import { sentenceOf } from '../../lib/errors.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { Select } from '../../ui/select.tsx'
import { nameOf } from './person-name.ts'
import { useConnect } from './use-family.ts'
import { parentNames, unionNames } from './words.ts'

export type Pair = { from: TreePerson; to: TreePerson }
type Role = 'parent' | 'child' | 'partner' | 'other'

/** What are these two to each other? */
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
  const [parentKind, setParentKind] = useState<ParentKind>('birth')
  const [unionKind, setUnionKind] = useState<UnionKind>('married')
  const [texts, setTexts] = useState({ label: '', startDate: '', startPlace: '', endDate: '' })
  const connect = useConnect()
  const roles: [Role, string][] = [
    ['parent', `${nameOf(from)} is a parent of ${nameOf(to)}`],
    ['child', `${nameOf(from)} is a child of ${nameOf(to)}`],
    ['partner', 'They are, or were, a couple'],
    ['other', 'Something else'],
  ]

  const submit = (event: FormEvent) => {
    event.preventDefault()
    const line = lineFor(role, from.id, to.id, parentKind, unionKind)
    connect.mutate({ ...texts, ...line, id: newId() }, { onSuccess: onDone })
  }
  const text = (name: keyof typeof texts, label: string, placeholder = '') => (
    <Field label={label} optional>
      {(control) => (
        <Input
          {...control}
          maxLength={limits.shortText}
          placeholder={placeholder}
          value={texts[name]}
          onChange={(event) => setTexts({ ...texts, [name]: event.target.value })}
        />
      )}
    </Field>
  )

  return (
    <form onSubmit={submit} className="flex flex-col gap-5">
      <fieldset className="flex flex-col gap-1">
        <legend className="sr-only">What are they to each other?</legend>
        {roles.map(([value, label]) => (
          <label
            key={value}
            className="flex min-h-12 items-center gap-3 rounded-card px-2 hover:bg-foreground/6"
          >
            <input
              type="radio"
              name="role"
              className="size-6 shrink-0 accent-primary-dark"
              checked={role === value}
              onChange={() => setRole(value)}
            />
            <span className="wrap-anywhere">{label}</span>
          </label>
        ))}
      </fieldset>
      {role === 'parent' || role === 'child' ? (
        <Kinds label="In which way?" names={parentNames} value={parentKind} onChange={setParentKind} />
      ) : null}
      {role === 'partner' ? (
        <>
          <Kinds label="Their union" names={unionNames} value={unionKind} onChange={setUnionKind} />
          <div className="grid gap-5 sm:grid-cols-2">
            {text('startDate', 'Since', 'about 1965')}
            {text('endDate', 'Until', '1981')}
          </div>
          {text('startPlace', 'Where it began')}
        </>
      ) : null}
      {role === 'other' ? text('label', 'In words', 'Godmother, neighbour, best friend') : null}
      {connect.isError ? (
        <p role="alert" className="rounded-card bg-danger-tint p-4 text-danger">
          {sentenceOf(connect.error)}
        </p>
      ) : null}
      <DialogActions>
        <Button variant="outline" onClick={onDone}>
          Cancel
        </Button>
        <Button type="submit" busy={connect.isPending}>
          Connect
        </Button>
      </DialogActions>
    </form>
  )
}

type KindsProps<Kind extends string> = {
  label: string
  names: Record<Kind, string>
  value: Kind
  onChange: (kind: Kind) => void
}

function Kinds<Kind extends string>({ label, names, value, onChange }: KindsProps<Kind>) {
  return (
    <Field label={label}>
      {(control) => (
        <Select {...control} value={value} onChange={(event) => onChange(event.target.value as Kind)}>
          {Object.entries<string>(names).map(([kind, name]) => (
            <option key={kind} value={kind}>
              {name}
            </option>
          ))}
        </Select>
      )}
    </Field>
  )
}

type Line = Pick<NewConnection, 'fromId' | 'toId' | 'type' | 'kind'>

function lineFor(role: Role, from: string, to: string, parentKind: ParentKind, unionKind: UnionKind) {
  switch (role) {
    case 'parent':
      return { type: 'parent', kind: parentKind, fromId: from, toId: to } as const satisfies Line
    case 'child':
      return { type: 'parent', kind: parentKind, fromId: to, toId: from } as const satisfies Line
    case 'partner':
      return { type: 'partner', kind: unionKind, fromId: from, toId: to } as const satisfies Line
    case 'other':
      return { type: 'other', kind: 'unknown', fromId: from, toId: to } as const satisfies Line
  }
}
