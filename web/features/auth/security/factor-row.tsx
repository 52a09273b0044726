import type { ReactElement, ReactNode } from 'react'
import { Button } from '../../../ui/button.tsx'
import { SettingsRow } from '../../../ui/settings-section.tsx'

export type FactorRowProps = {
  icon: ReactElement
  name: string
  detail: ReactNode
  onRename: () => void
  onRemove: () => void
}

/** A row for one second factor, with its name and its actions. */
export function FactorRow({ icon, name, detail, onRename, onRemove }: FactorRowProps) {
  return (
    <SettingsRow
      icon={icon}
      title={name}
      detail={detail}
      action={
        <>
          <Button variant="outline" onClick={onRename}>
            Rename
            <span className="sr-only"> {name}</span>
          </Button>
          <Button variant="ghost" onClick={onRemove}>
            Remove
            <span className="sr-only"> {name}</span>
          </Button>
        </>
      }
    />
  )
}
