import { type ConnectionKind, lineText, type NewConnection } from '#contract/family.ts'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { Select } from '../../ui/select.tsx'
import { parentNames, unionNames } from './words.ts'

/** What a line says, irrespective of the people it connects. */
export type LineSays = ConnectionKind & Pick<NewConnection, 'label' | 'startDate' | 'startPlace' | 'endDate'>
type TextName = 'label' | 'startDate' | 'startPlace' | 'endDate'

/** The fields of a line: the kind of parenthood, the kind and course of a union, or a free text. */
export function LineFields({ says, onChange }: { says: LineSays; onChange: (says: LineSays) => void }) {
  const text = (name: TextName, label: string, placeholder = '') => (
    <Field label={label} optional rule={lineText} value={says[name]}>
      {(control) => (
        <Input
          {...control}
          placeholder={placeholder}
          value={says[name]}
          onChange={(event) => onChange({ ...says, [name]: event.target.value })}
        />
      )}
    </Field>
  )

  switch (says.type) {
    case 'parent':
      return (
        <Kinds
          label="In which way?"
          names={parentNames}
          value={says.kind}
          onChange={(kind) => onChange({ ...says, kind })}
        />
      )
    case 'partner':
      return (
        <>
          <Kinds
            label="Their union"
            names={unionNames}
            value={says.kind}
            onChange={(kind) => onChange({ ...says, kind })}
          />
          <div className="grid gap-5 sm:grid-cols-2">
            {text('startDate', 'Since', 'about 1965')}
            {text('endDate', 'Until', '1981')}
          </div>
          {text('startPlace', 'Where it began')}
        </>
      )
    case 'other':
      return text('label', 'In words', 'Godmother, neighbour, best friend')
  }
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
