import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { profileUpdate } from '#contract/account.ts'
import { sentenceOf } from '../../lib/errors.ts'
import { client, orpc } from '../../lib/rpc.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { Input } from '../../ui/input.tsx'
import { useUnsaved } from '../../ui/unsaved.ts'
import { useSaveProfile } from './use-save-profile.ts'

/** Signing up does not ask for a name, so it is asked for where other people are about to see it. Renders nothing if the name is known. */
export function AskName() {
  const profile = useQuery(orpc.account.profile.queryOptions())
  return profile.data?.fullName.trim() === '' ? <NameForm /> : null
}

function NameForm() {
  const [name, setName] = useState('')
  const save = useSaveProfile(saveName)
  useUnsaved(name)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (name.trim() !== '') save.mutate(name.trim())
  }

  return (
    <Form onSubmit={submit} busy={save.isPending} className="flex flex-col gap-4 rounded-card bg-tint p-5">
      <Field
        label="What is your name?"
        hint="It stands beside what you share, so that your family knows that it comes from you."
        rule={profileUpdate.shape.fullName}
        value={name}
        error={save.isError ? sentenceOf(save.error) : undefined}
      >
        {(control) => (
          <Input
            {...control}
            autoComplete="name"
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
        )}
      </Field>
      <Button type="submit" className="self-start" busy={save.isPending} disabled={name.trim() === ''}>
        Save my name
      </Button>
    </Form>
  )
}

const saveName = async (fullName: string) => ({ saved: await client.account.updateProfile({ fullName }) })
