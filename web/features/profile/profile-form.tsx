import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { Profile } from '#contract/account.ts'
import { limits } from '#contract/limits.ts'
import { sentenceOf } from '../../lib/errors.ts'
import { keepAnswer } from '../../lib/keep-answer.ts'
import { client, orpc } from '../../lib/rpc.ts'
import { Button } from '../../ui/button.tsx'
import { PaddedCard } from '../../ui/card.tsx'
import { Field } from '../../ui/field.tsx'
import { Input, Textarea } from '../../ui/input.tsx'
import { toastError, toastSuccess } from '../../ui/toast.tsx'
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
  const changed = Object.keys(stored).some(
    (key) => entered[key as keyof Entered] !== stored[key as keyof Entered],
  )
  const save = useSaveProfile()

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!changed) return
    save.mutate(
      {
        fullName: joinName(entered, stored),
        phone: entered.phone,
        location: entered.location,
        bio: entered.bio,
      },
      { onSuccess: () => setEdits({}) },
    )
  }

  const text = (field: keyof Entered) => ({
    value: entered[field],
    onChange: (event: { target: { value: string } }) => setEdits({ ...edits, [field]: event.target.value }),
  })

  return (
    <form onSubmit={submit}>
      <PaddedCard className="flex max-w-[760px] flex-col gap-6 sm:p-8">
        <AvatarField profile={profile} />
        <div className="grid gap-6 sm:grid-cols-2">
          <Field label="First name">
            {(control) => (
              <Input {...control} {...text('firstName')} autoComplete="given-name" maxLength={100} />
            )}
          </Field>
          <Field label="Last name">
            {(control) => (
              <Input {...control} {...text('lastName')} autoComplete="family-name" maxLength={99} />
            )}
          </Field>
        </div>
        <Field label="Email" hint="This is how you log in.">
          {(control) => (
            <Input {...control} type="email" value={profile.email} readOnly className="bg-background!" />
          )}
        </Field>
        <div className="grid gap-6 sm:grid-cols-2">
          <Field label="Phone" optional>
            {(control) => (
              <Input
                {...control}
                {...text('phone')}
                type="tel"
                autoComplete="tel"
                maxLength={limits.shortText}
              />
            )}
          </Field>
          <Field label="Location" optional>
            {(control) => <Input {...control} {...text('location')} maxLength={limits.shortText} />}
          </Field>
        </div>
        <Field label="Bio" optional hint="A few lines about you, for those who come after.">
          {(control) => <Textarea {...control} {...text('bio')} maxLength={limits.longText} />}
        </Field>
        {save.isError ? (
          <p role="alert" className="rounded-card bg-danger-tint p-4 text-danger">
            {sentenceOf(save.error)}
          </p>
        ) : null}
        <div>
          <Button type="submit" size="lg" disabled={!changed} busy={save.isPending}>
            Save
          </Button>
        </div>
      </PaddedCard>
    </form>
  )
}

function useSaveProfile() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (update: ProfileUpdate) => client.account.updateProfile(update),
    onSuccess: (profile) => {
      keepAnswer(queries, orpc.account.profile.queryKey(), profile)
      toastSuccess('Profile updated successfully')
    },
    onError: (error) => toastError('Failed to update profile', sentenceOf(error)),
  })
}
