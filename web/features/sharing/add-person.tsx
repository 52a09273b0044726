import { MailPlus, UserPlus } from 'lucide-react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { emailAddress } from '#contract/fields.ts'
import type { SharedRole } from '#contract/rights.ts'
import { situationOf } from '../../lib/errors.ts'
import { lastFailure } from '../../lib/last-failure.ts'
import type { Situation } from '../../lib/sentences.ts'
import { useSendsMail } from '../../lib/service-settings.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { PaddedCard } from '../../ui/card.tsx'
import { Field } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { Input } from '../../ui/input.tsx'
import { NoMailNote } from '../../ui/no-mail-note.tsx'
import { offerFocus } from '../../ui/offer-focus.ts'
import { toastError, toastSuccess } from '../../ui/toast.tsx'
import { sharingSentence } from './limit-sentence.ts'
import { RoleSelect } from './role-select.tsx'
import { defaultRole } from './role-words.ts'
import { SharingLimit } from './sharing-limit.tsx'
import { type SharedResource, useInvite, useShare } from './use-sharing.ts'

const toastTitles: Partial<Record<Situation, string>> = {
  USER_NOT_FOUND: 'User not found',
  ALREADY_SHARED: 'Already shared',
}

const alreadyThere = 'It is shared with them already. You find them in the list below.'

/** Gives somebody access by their e-mail address. People without an account can be invited. */
export function AddPerson({ resource }: { resource: SharedResource }) {
  const [email, setEmail] = useState('')
  const [role, setRole] = useState<SharedRole>(defaultRole)
  const [problem, setProblem] = useState<string>()
  const field = useRef<HTMLInputElement>(null)
  const share = useShare(resource)
  const invite = useInvite(resource)
  const sendsMail = useSendsMail()
  const unknown = share.isError && situationOf(share.error) === 'USER_NOT_FOUND'
  const offer = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (unknown) offer.current?.scrollIntoView({ block: 'nearest' })
  }, [unknown])

  const forget = () => {
    setProblem(undefined)
    share.reset()
    invite.reset()
  }
  const failed = (error: unknown) => {
    const sentence = sharingSentence(error)
    setProblem(situationOf(error) === 'ALREADY_SHARED' ? alreadyThere : sentence)
    toastError(toastTitles[situationOf(error)] ?? 'Error adding user', sentence)
  }
  const add = (event: FormEvent) => {
    event.preventDefault()
    forget()
    share.mutate(
      { email: email.trim(), role },
      {
        onSuccess: () => {
          toastSuccess('Access granted')
          setEmail('')
        },
        onError: failed,
      },
    )
  }
  const send = () => {
    invite.mutate(
      { email: email.trim(), role },
      {
        onSuccess: () => {
          toastSuccess(sendsMail ? 'Invitation sent' : 'Invitation written')
          setEmail('')
          forget()
          // The pressed button disappears with its offer; the focus moves to the field, for the next address.
          offerFocus(field.current, { fromButtons: true })
        },
        onError: failed,
      },
    )
  }

  return (
    <PaddedCard className="sm:p-8">
      <h2 className="mb-5 text-lg font-bold">Add somebody</h2>
      <Form onSubmit={add} busy={share.isPending} className="grid gap-5 sm:grid-cols-[1fr_18rem]">
        <Field
          label="Their email address"
          error={unknown ? undefined : problem}
          rule={emailAddress}
          value={email}
        >
          {(control) => (
            <Input
              {...control}
              ref={field}
              type="email"
              autoComplete="off"
              value={email}
              onChange={(event) => {
                setEmail(event.target.value)
                forget()
              }}
            />
          )}
        </Field>
        <Field label="What they may do">
          {(control) => (
            <RoleSelect id={control.id} type={resource.resourceType} value={role} onChange={setRole} />
          )}
        </Field>
        <Button type="submit" size="lg" busy={share.isPending} className="justify-self-start">
          <UserPlus aria-hidden="true" />
          Give access
        </Button>
      </Form>
      <div className="mt-5 empty:hidden">
        <SharingLimit error={lastFailure(share, invite)} />
      </div>
      {unknown ? (
        // Scrolled into view with a margin, because on a phone it would be below the
        // window, and below the toast that appears along with it.
        <div ref={offer} className="mt-6 flex scroll-mb-56 flex-col items-start gap-4">
          {/* Not styled as an error, because nothing failed. */}
          <p role="alert" className="rounded-card bg-tint p-4">
            <strong className="block">They have no account here yet</strong>
            Kinora can write to <bdi className="wrap-anywhere">{email.trim()}</bdi> and invite them. Once they
            have opened the letter and signed up, they can see it.
          </p>
          <NoMailNote />
          <Button variant="secondary" size="lg" busy={invite.isPending} onClick={send}>
            <MailPlus aria-hidden="true" />
            Send an invitation
          </Button>
          {invite.isError ? <Alert>{sharingSentence(invite.error)}</Alert> : null}
        </div>
      ) : null}
    </PaddedCard>
  )
}
