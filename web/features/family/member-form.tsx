import { type ChangeEvent, type FormEvent, type ReactNode, useMemo, useState } from 'react'
import type { FamilyTree } from '#contract/family.ts'
import { newFamilyMember } from '#contract/family-members.ts'
import { nameOf } from '#contract/person-name.ts'
import { type Relationship, relationships } from '#contract/relationships.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { DialogActions, DialogCancel } from '../../ui/dialog-actions.tsx'
import { type ControlProps, Field } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { Input, Textarea } from '../../ui/input.tsx'
import { MeanwhileNote } from '../../ui/meanwhile-note.tsx'
import type { Rule } from '../../ui/problem.ts'
import { Select } from '../../ui/select.tsx'
import { Tick } from '../../ui/tick.tsx'
import { useUnsaved } from '../../ui/unsaved.ts'
import { dateHint } from './date-hint.ts'
import type { MemberFields } from './member-fields.ts'
import { ViaField, viaCandidates } from './via-field.tsx'
import { sexNames } from './words.ts'

export type MemberFormProps = {
  fields: MemberFields
  onChange: (fields: MemberFields) => void
  /** What is stored of a person who is edited. A name that is blank there may stay so: not everybody has two. */
  stored?: Pick<MemberFields, TextField>
  tree: FamilyTree | undefined
  /** False for "you", who have no relationship to yourself. */
  withRelationship: boolean
  /** What the person who types has to know of what they typed. */
  note?: string | null
  /** The portrait above the fields; left out for a person who is only being added. */
  portrait?: ReactNode
  submitLabel: string
  busy: boolean
  error: string | null
  /** What somebody else has saved in fields that were changed here, too. */
  replaced?: Partial<MemberFields>
  onSubmit: () => void
}

/** The label of each field, used to show what somebody else has changed. */
const labels = {
  firstName: 'First name',
  lastName: 'Last name',
  relationship: 'Relationship',
  viaId: 'Through whom',
  sex: 'Sex',
  birthName: 'Name at birth',
  dateOfBirth: 'Born',
  placeOfBirth: 'Place of birth',
  dateOfDeath: 'Died',
  placeOfDeath: 'Place of death',
  isDeceased: 'No longer living',
  currentLocation: 'Lives in',
  email: 'Email',
  phone: 'Phone',
  bio: 'About them',
} satisfies Record<keyof MemberFields, string>

type TextField = Exclude<keyof MemberFields, 'isDeceased' | 'relationship' | 'sex' | 'viaId'>

/** The form for the facts about a person. Only the names are required. */
export function MemberForm(props: MemberFormProps) {
  const { fields, tree, withRelationship } = props
  const { relationship, viaId } = fields
  const candidates = useMemo(
    () => (tree && withRelationship ? viaCandidates(tree, relationship) : []),
    [tree, withRelationship, relationship],
  )
  // A single candidate is filled in automatically, which does not count as unsaved input.
  const [atFirst] = useState(fields)
  useUnsaved({ ...fields, viaId: candidates.length > 1 ? viaId : atFirst.viaId })
  const viaOf = (label: Relationship) => (label === atFirst.relationship ? atFirst.viaId : '')
  const set = (change: Partial<MemberFields>) => props.onChange({ ...fields, ...change })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    props.onSubmit()
  }
  const ruled = (name: TextField) => {
    const isLeftBlank = props.stored?.[name] === '' && fields[name] === ''
    return { rule: isLeftBlank ? undefined : newFamilyMember.shape[name], value: fields[name] }
  }
  const text = (name: TextField) => ({
    value: fields[name],
    onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
      set({ [name]: event.target.value }),
  })

  return (
    <Form onSubmit={submit} busy={props.busy} className="flex flex-col gap-5">
      {props.portrait}
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label="First name" {...ruled('firstName')}>
          {(control) => <Input {...control} {...text('firstName')} autoComplete="off" />}
        </Field>
        <Field label="Last name" {...ruled('lastName')}>
          {(control) => <Input {...control} {...text('lastName')} autoComplete="off" />}
        </Field>
        {withRelationship ? (
          <Field label="Relationship to you">
            {(control) => (
              <Select
                {...control}
                value={relationship}
                onChange={(event) => {
                  const label = event.target.value as Relationship
                  set({ relationship: label, viaId: viaOf(label) })
                }}
              >
                {relationships.map((name) => (
                  <option key={name}>{name}</option>
                ))}
              </Select>
            )}
          </Field>
        ) : null}
        <ViaField
          candidates={candidates}
          value={viaId}
          // Through whom somebody in the tree belongs to the family may be left open: the single candidate may be the wrong one.
          fillsIn={!props.stored || relationship !== atFirst.relationship}
          onChange={(via) => set({ viaId: via })}
        />
        <Field label="Sex">
          {(control) => (
            <Select
              {...control}
              value={fields.sex}
              onChange={(event) => set({ sex: event.target.value as MemberFields['sex'] })}
            >
              {Object.entries(sexNames).map(([value, name]) => (
                <option key={value} value={value}>
                  {name}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <Field label="Name at birth" optional {...ruled('birthName')}>
          {(control) => <Input {...control} {...text('birthName')} autoComplete="off" />}
        </Field>
        <DateField label="Born" rule={newFamilyMember.shape.dateOfBirth} {...text('dateOfBirth')} />
        <Field label="Place of birth" optional {...ruled('placeOfBirth')}>
          {(control) => <Input {...control} {...text('placeOfBirth')} />}
        </Field>
        <DateField label="Died" rule={newFamilyMember.shape.dateOfDeath} {...text('dateOfDeath')} />
        <Field label="Place of death" optional {...ruled('placeOfDeath')}>
          {(control) => <Input {...control} {...text('placeOfDeath')} />}
        </Field>
        <Tick
          className="sm:col-span-2"
          type="checkbox"
          checked={fields.isDeceased || fields.dateOfDeath.trim() !== ''}
          disabled={fields.dateOfDeath.trim() !== ''}
          onChange={(event) => set({ isDeceased: event.target.checked })}
        >
          No longer living
        </Tick>
        <Field className="sm:col-span-2" label="Lives in" optional {...ruled('currentLocation')}>
          {(control) => <Input {...control} {...text('currentLocation')} />}
        </Field>
        <Field label="Email" optional {...ruled('email')}>
          {(control) => <Input {...control} type="email" {...text('email')} autoComplete="off" />}
        </Field>
        <Field label="Phone" optional {...ruled('phone')}>
          {(control) => <Input {...control} type="tel" {...text('phone')} autoComplete="off" />}
        </Field>
      </div>
      <Field label="About them" optional {...ruled('bio')}>
        {(control) => <Textarea {...control} {...text('bio')} />}
      </Field>
      <div role="status" className="empty:hidden">
        {props.note ? <p className="rounded-card bg-warn-tint p-4 text-warn">{props.note}</p> : null}
      </div>
      {props.replaced ? <MeanwhileNote replaced={inWords(props.replaced, tree)} labels={labels} /> : null}
      {props.error ? <Alert>{props.error}</Alert> : null}
      <DialogActions>
        <DialogCancel />
        <Button type="submit" busy={props.busy}>
          {props.submitLabel}
        </Button>
      </DialogActions>
    </Form>
  )
}

/** Field values as the form shows them, for those whose stored value is a code or an id. */
function inWords(
  { sex, viaId, isDeceased, ...texts }: Partial<MemberFields>,
  tree: FamilyTree | undefined,
): { [Name in keyof MemberFields]?: string } {
  const via = tree?.people.find(({ id }) => id === viaId)
  return {
    ...texts,
    ...(sex === undefined ? {} : { sex: sexNames[sex] }),
    ...(viaId === undefined ? {} : { viaId: via ? nameOf(via) : '' }),
    ...(isDeceased === undefined ? {} : { isDeceased: isDeceased ? 'Yes' : 'No' }),
  }
}

type DateFieldProps = {
  label: string
  rule: Rule
  value: string
  onChange: (event: ChangeEvent<HTMLInputElement>) => void
}

/** A date as people would say it; below it, how it was understood. */
function DateField({ label, rule, ...input }: DateFieldProps) {
  return (
    // Starts in the first column, so that its place field is beside it however many fields precede it.
    <Field
      className="sm:col-start-1"
      label={label}
      optional
      hint={dateHint(input.value)}
      rule={rule}
      value={input.value}
    >
      {(control: ControlProps) => (
        <Input {...control} {...input} placeholder="about 1943" autoComplete="off" />
      )}
    </Field>
  )
}
