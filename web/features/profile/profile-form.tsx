import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { type Profile, profileUpdate } from '#contract/account.ts'
import { sentenceOf } from '../../lib/errors.ts'
import { keepAnswer } from '../../lib/keep-answer.ts'
import { client, orpc } from '../../lib/rpc.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { PaddedCard } from '../../ui/card.tsx'
import { Field } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { Input, Textarea } from '../../ui/input.tsx'
import { toastError, toastSuccess } from '../../ui/toast.tsx'
import { useInlineEditor } from '../../ui/use-inline-editor.ts'
import { AvatarField } from './avatar-field.tsx'
import { joinName, splitName } from './names.ts'

type ProfileUpdate = Partial<Pick<Profile, 'fullName' | 'phone' | 'location' | 'bio'>>
type Entered = { firstName: string; lastName: string; phone: string; location: string; bio: string }

/** The person behind the account. Save waits until something differs from what is stored. */
export function ProfileForm({ profile }: { profile: Profile }) {
  const [edits, setEdits] = useState<Partial<Entered>>({})
  const stored: Entered = {
    ...splitName(profile),
    phone: profile.phone,
    location: profile.location,
    bio: profile.bio,
  }
  const entered: Entered = { ...stored, ...edits }
  const changed = (field: keyof Entered) => entered[field] !== stored[field]
  const isRenamed = changed('firstName') || changed('lastName')
  const texts = (['phone', 'location', 'bio'] as const).filter(changed)
  const isChanged = isRenamed || texts.length > 0
  const { question } = useInlineEditor(isChanged ? edits : {}, () => setEdits({}))
  const save = useSaveProfile()
  const fullName = joinName(entered, stored)
  const longer = entered.firstName.length > entered.lastName.length ? 'firstName' : 'lastName'
  // One limit for both: said beside the part that has to give way.
  const ruleOfName = (part: 'firstName' | 'lastName') =>
    part === longer ? { rule: profileUpdate.shape.fullName, value: fullName } : {}

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isChanged) return
    // What stands in for a name that nobody has said is not made one by saving something else.
    const update: ProfileUpdate = isRenamed ? { fullName } : {}
    for (const field of texts) update[field] = entered[field]
    save.mutate(update, { onSuccess: () => setEdits({}) })
  }

  const text = (field: keyof Entered) => ({
    value: entered[field],
    onChange: (event: { target: { value: string } }) => setEdits({ ...edits, [field]: event.target.value }),
  })

  return (
    <Form onSubmit={submit} busy={save.isPending}>
      <PaddedCard className="flex max-w-[47.5rem] flex-col gap-6 sm:p-8">
        <AvatarField profile={profile} />
        <div className="grid gap-6 sm:grid-cols-2">
          <Field label="First name" {...ruleOfName('firstName')}>
            {(control) => <Input {...control} {...text('firstName')} autoComplete="given-name" />}
          </Field>
          <Field label="Last name" {...ruleOfName('lastName')}>
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

export function useSaveProfile() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (update: ProfileUpdate) => client.account.updateProfile(update),
    onSuccess: (profile) => {
      toastSuccess('Profile updated successfully')
      return keepAnswer(queries, orpc.account.profile.queryKey(), profile)
    },
    onError: () => toastError('Failed to update profile'),
  })
}
