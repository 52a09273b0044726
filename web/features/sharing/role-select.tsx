import { type SharedRole, sharedRoles } from '#contract/rights.ts'
import type { ResourceType } from '#contract/sharing.ts'
import { Select } from '../../ui/select.tsx'
import { wordsOfRole } from './role-words.ts'

export type RoleSelectProps = {
  id?: string
  label?: string
  /** The kind of thing that is shared. */
  type: ResourceType
  value: SharedRole
  busy?: boolean
  className?: string
  onChange: (role: SharedRole) => void
}

/** Chooses the role of a person. */
export function RoleSelect({ label, type, value, onChange, ...rest }: RoleSelectProps) {
  const choose = (chosen: string) => {
    const role = sharedRoles.find((known) => known === chosen)
    if (role) onChange(role)
  }
  return (
    <Select
      {...rest}
      {...(label ? { 'aria-label': label } : {})}
      value={value}
      onChange={(event) => choose(event.target.value)}
    >
      {sharedRoles.map((role) => (
        <option key={role} value={role}>
          {wordsOfRole(type, role).label}
        </option>
      ))}
    </Select>
  )
}
