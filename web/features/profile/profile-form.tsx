import { Link } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { type Profile, profileUpdate } from '#contract/account.ts'
import { sentenceOf } from '../../lib/errors.ts'
import { type Sent, saveOver } from '../../lib/meanwhile.ts'
import { client } from '../../lib/rpc.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { PaddedCard } from '../../ui/card.tsx'
import { Field } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { Input, Textarea } from '../../ui/input.tsx'
import { MeanwhileNote } from '../../ui/meanwhile-note.tsx'
import { useInlineEditor } from '../../ui/use-inline-editor.ts'
import { AvatarField } from './avatar-field.tsx'
import { joinName, splitName } from './names.ts'
import { useSaveProfile } from './use-save-profile.ts'

type Texts = Pick<Profile, 'fullName' | 'phone' | 'location' | 'bio'>
type Entered = { firstName: string; lastName: string; phone: string; location: string; bio: string }

/** The form for the person behind the account. Save is enabled once something differs from what is stored. */
export function ProfileForm({ profile }: { profile: Profile }) {
  const [edits, setEdits] = useState<Partial<Entered>>({})
  // The profile at the time of the first input, which edits are compared with. Without edits the form follows the current profile.
  const [begun, setBegun] = useState<Profile | null>(null)
  const [replaced, setReplaced] = useState<Partial<Texts>>({})
  const [sent, setSent] = useState<Sent<Texts>>([])
  const base = begun ?? profile
  const stored = enteredIn(base)
  const entered: Entered = { ...stored, ...edits }
  const changed = (field: keyof Entered) => entered[field] !== stored[field]
  const isRenamed = changed('firstName') || changed('lastName')
  const texts = (['phone', 'location', 'bio'] as const).filter(changed)
  const isChanged = isRenamed || texts.length > 0
  const beginAnew = () => {
    setEdits({})
    setBegun(null)
    setReplaced({})
    setSent([])
  }
  const { question } = useInlineEditor(isChanged ? edits : {}, beginAnew)
  const save = useSaveProfile(saveTexts)
  const fullName = joinName(entered, stored)
  const hintOfName = (part: 'firstName' | 'lastName') =>
    changed(part) && entered[part].trim() === '' ? { hint: `Left empty, it stays “${stored[part]}”.` } : {}
  const longer = entered.firstName.length > entered.lastName.length ? 'firstName' : 'lastName'
  // Both parts share one length limit; a violation is shown at the longer one, which has to be shortened.
  const ruleOfName = (part: 'firstName' | 'lastName') =>
    part === longer ? { rule: profileUpdate.shape.fullName, value: fullName } : {}

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isChanged) return
    const { phone, location, bio } = entered
    // Saving other fields must not store the placeholder of a missing name as the name.
    const says = { fullName: isRenamed ? fullName : base.fullName, phone, location, bio }
    const onSuccess = (outcome: Outcome) => {
      if ('saved' in outcome) return beginAnew()
      setBegun(outcome.base)
      setReplaced(outcome.replaced)
      setEdits(enteredIn({ ...outcome.base, ...outcome.fields }))
    }
    save.mutate({ begun: base, says, sent }, { onSuccess })
  }

  const text = (field: keyof Entered) => ({
    value: entered[field],
    onChange: (event: { target: { value: string } }) => {
      setBegun(base)
      setEdits({ ...edits, [field]: event.target.value })
    },
  })

  return (
    <Form onSubmit={submit} busy={save.isPending}>
      <PaddedCard className="flex max-w-[47.5rem] flex-col gap-6 sm:p-8">
        <AvatarField profile={profile} />
        <div className="grid gap-6 sm:grid-cols-2">
          <Field label="First name" {...hintOfName('firstName')} {...ruleOfName('firstName')}>
            {(control) => <Input {...control} {...text('firstName')} autoComplete="given-name" />}
          </Field>
          <Field label="Last name" {...hintOfName('lastName')} {...ruleOfName('lastName')}>
            {(control) => <Input {...control} {...text('lastName')} autoComplete="family-name" />}
          </Field>
        </div>
        <Field
          label="Email"
          hint={
            <>
              This is how you log in.{' '}
              <Link to="/app/settings" hash="logging-in" className="text-leaf underline underline-offset-4">
                Change it in Settings
              </Link>
            </>
          }
        >
          {(control) => (
            <Input {...control} type="email" value={profile.email} readOnly className="bg-background!" />
          )}
        </Field>
        <div className="grid gap-6 sm:grid-cols-2">
          <Field label="Phone" optional rule={profileUpdate.shape.phone} value={entered.phone}>
            {(control) => <Input {...control} {...text('phone')} type="tel" autoComplete="tel" />}
          </Field>
          <Field label="Location" optional rule={profileUpdate.shape.location} value={entered.location}>
            {(control) => <Input {...control} {...text('location')} />}
          </Field>
        </div>
        <Field
          label="Bio"
          optional
          hint="A few lines about you, for those who come after."
          rule={profileUpdate.shape.bio}
          value={entered.bio}
        >
          {(control) => <Textarea {...control} {...text('bio')} />}
        </Field>
        <MeanwhileNote replaced={replaced} labels={labels} />
        {save.isError ? <Alert>{sentenceOf(save.error)}</Alert> : null}
        <div>
          <Button type="submit" size="lg" disabled={!isChanged} busy={save.isPending}>
            Save
          </Button>
        </div>
      </PaddedCard>
      {question}
    </Form>
  )
}

const labels = { fullName: 'Name', phone: 'Phone', location: 'Location', bio: 'Bio' }

const textsOf = ({ fullName, phone, location, bio }: Profile): Texts => ({ fullName, phone, location, bio })

const enteredIn = (profile: Profile): Entered => ({
  ...splitName(profile),
  phone: profile.phone,
  location: profile.location,
  bio: profile.bio,
})

type Outcome = Awaited<ReturnType<typeof saveTexts>>

/** Saves the profile's texts, merged with what was changed on another device meanwhile. */
const saveTexts = ({ begun, says, sent }: { begun: Profile; says: Texts; sent: Sent<Texts> }) =>
  saveOver(
    begun,
    says,
    {
      fieldsOf: textsOf,
      read: () => client.account.profile(),
      write: ({ changed, was }) => client.account.updateProfile({ ...changed, was }),
    },
    sent,
  )
