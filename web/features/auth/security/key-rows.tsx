import type { Factor } from '@supabase/auth-js'
import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { formatDate } from '../../../lib/format.ts'
import { Button } from '../../../ui/button.tsx'
import { SettingsRow } from '../../../ui/settings-section.tsx'
import type { SecondFactors } from '../second-factor/second-factor.ts'
import { FactorRow } from './factor-row.tsx'
import { addKey, canUseKeys } from './keys.ts'
import { NameDialog } from './name-dialog.tsx'
import { RemoveFactorDialog } from './remove-factor-dialog.tsx'
import { renameFactor } from './rename-factor.ts'

export type KeyRowsProps = {
  factors: SecondFactors
  onAdded: () => Promise<void>
  onChanged: () => Promise<void>
}

type Open = { dialog: 'add' } | { dialog: 'rename' | 'remove'; key: Factor }

/** Security keys and passkeys, each with its name, and a button to add another. */
export function KeyRows({ factors, onAdded, onChanged }: KeyRowsProps) {
  const [open, setOpen] = useState<Open | null>(null)
  const { keys } = factors
  const close = () => setOpen(null)

  const change = async () => {
    close()
    await onChanged()
  }

  return (
    <>
      {keys.map((key) => (
        <FactorRow
          key={key.id}
          icon={<KeyRound aria-hidden="true" />}
          name={nameOf(key)}
          detail={`Security key or passkey, added ${formatDate(key.created_at)}`}
          onRename={() => setOpen({ dialog: 'rename', key })}
          onRemove={() => setOpen({ dialog: 'remove', key })}
        />
      ))}
      {canUseKeys() ? (
        <SettingsRow
          icon={<KeyRound aria-hidden="true" />}
          title={keys.length === 0 ? 'Security keys and passkeys' : 'Another key'}
          detail="A small key for your key ring, or this device’s own fingerprint, face or PIN."
          action={
            <Button variant="outline" onClick={() => setOpen({ dialog: 'add' })}>
              Add a key
            </Button>
          }
        />
      ) : null}

      {open?.dialog === 'add' ? (
        <NameDialog
          title="Add a security key or passkey"
          sentence="Give it a name you will know again. Your browser then asks for the key, a fingerprint or a PIN."
          initial={nextName(keys)}
          action="Go on"
          save={addKey}
          onClose={close}
          onSaved={async () => {
            close()
            await onAdded()
          }}
        />
      ) : null}
      {open?.dialog === 'rename' ? (
        <NameDialog
          title="Rename this key"
          initial={nameOf(open.key)}
          action="Save"
          save={(name) => renameFactor(open.key.id, name)}
          onClose={close}
          onSaved={change}
        />
      ) : null}
      {open?.dialog === 'remove' ? (
        <RemoveFactorDialog
          factors={factors}
          removed={open.key}
          name={nameOf(open.key)}
          effect="It no longer opens your account. You can add it again later."
          onClose={close}
          onRemoved={change}
        />
      ) : null}
    </>
  )
}

const nameOf = ({ friendly_name: name }: Factor) => name || 'Security key'

/** The first free name of 'Security key', 'Security key 2' and so on. */
function nextName(keys: Factor[]): string {
  const taken = new Set(keys.map(nameOf))
  let name = 'Security key'
  for (let count = 2; taken.has(name); count += 1) name = `Security key ${count}`
  return name
}
