import { MessageSquare } from 'lucide-react'
import { useRef, useState } from 'react'
import { formatDate } from '../../../lib/format.ts'
import { Button } from '../../../ui/button.tsx'
import { SettingsRow } from '../../../ui/settings-section.tsx'
import { endOf } from '../second-factor/phone-number.ts'
import type { PhoneFactor, SecondFactors } from '../second-factor/second-factor.ts'
import { AddPhoneDialog } from './add-phone-dialog.tsx'
import { FactorRow } from './factor-row.tsx'
import { NameDialog } from './name-dialog.tsx'
import { type NewPhone, nameOfPhone } from './phones.ts'
import { RemoveFactorDialog } from './remove-factor-dialog.tsx'
import { renameFactor } from './rename-factor.ts'

export type PhoneRowsProps = {
  factors: SecondFactors
  /** Whether a phone may be added. */
  isOffered: boolean
  onAdded: () => Promise<void>
  onChanged: () => Promise<void>
}

type Open = { dialog: 'add' } | { dialog: 'rename' | 'remove'; phone: PhoneFactor }

/** Phones that receive codes by text message, each with its name; a button to add one if the operator has set up text messages. */
export function PhoneRows({ factors, isOffered, onAdded, onChanged }: PhoneRowsProps) {
  const [open, setOpen] = useState<Open | null>(null)
  const begun = useRef<NewPhone>(null)
  const { phones } = factors
  const close = () => setOpen(null)

  const change = async () => {
    close()
    await onChanged()
  }

  return (
    <>
      {phones.map((phone) => (
        <FactorRow
          key={phone.id}
          icon={<MessageSquare aria-hidden="true" />}
          name={nameOfPhone(phone)}
          detail={
            <>
              A code by text message to the number ending in <bdi dir="ltr">{endOf(phone.phone ?? '')}</bdi>,
              added {formatDate(phone.created_at)}
            </>
          }
          onRename={() => setOpen({ dialog: 'rename', phone })}
          onRemove={() => setOpen({ dialog: 'remove', phone })}
        />
      ))}
      {isOffered ? (
        <SettingsRow
          icon={<MessageSquare aria-hidden="true" />}
          title={phones.length === 0 ? 'A code by text message' : 'Another phone'}
          detail="Six digits sent to your phone. Good beside an app or a key, for the day when they are not at hand."
          action={
            <Button variant="outline" onClick={() => setOpen({ dialog: 'add' })}>
              Add a phone
            </Button>
          }
        />
      ) : null}

      {open?.dialog === 'add' ? (
        <AddPhoneDialog
          kept={begun}
          onClose={close}
          onAdded={async () => {
            begun.current = null
            close()
            await onAdded()
          }}
        />
      ) : null}
      {open?.dialog === 'rename' ? (
        <NameDialog
          title="Rename this phone"
          initial={nameOfPhone(open.phone)}
          action="Save"
          save={(name) => renameFactor(open.phone.id, name)}
          onClose={close}
          onSaved={change}
        />
      ) : null}
      {open?.dialog === 'remove' ? (
        <RemoveFactorDialog
          factors={factors}
          removed={open.phone}
          name={nameOfPhone(open.phone)}
          effect="No more codes are sent to it."
          onClose={close}
          onRemoved={change}
        />
      ) : null}
    </>
  )
}
