import { type FormEvent, useState } from 'react'
import { linkPassword, type PublicLink } from '#contract/public-links.ts'
import { now } from '../../lib/clock.ts'
import { sentenceOf } from '../../lib/errors.ts'
import { formatDate, formatTime } from '../../lib/format.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { Input } from '../../ui/input.tsx'
import { Select } from '../../ui/select.tsx'
import { useUnsaved } from '../../ui/unsaved.ts'
import { useTurnOn } from './use-public-link.ts'

const DAY_MS = 86_400_000
const spans = { day: 1, week: 7, month: 30, year: 365 } as const
type Span = keyof typeof spans
const isSpan = (value: string): value is Span => Object.hasOwn(spans, value)

/** The expiry and the password of a public link. */
export function LinkSettingsForm({ storyId, link }: { storyId: string; link: PublicLink }) {
  const expiry = useTurnOn(storyId)
  const setExpiry = (value: string) => {
    if (value === 'never') expiry.mutate({ expiresAt: null })
    if (isSpan(value))
      expiry.mutate({ expiresAt: new Date(now().getTime() + spans[value] * DAY_MS).toISOString() })
  }

  return (
    <>
      <Field label="Works until" error={expiry.isError ? sentenceOf(expiry.error) : undefined}>
        {(control) => (
          <Select
            {...control}
            value={link.expiresAt === null ? 'never' : 'set'}
            busy={expiry.isPending}
            onChange={(event) => setExpiry(event.target.value)}
          >
            <option value="never">I turn it off</option>
            {link.expiresAt ? (
              <option value="set">
                {formatDate(link.expiresAt)}, {formatTime(link.expiresAt)}
              </option>
            ) : null}
            <option value="day">A day from now</option>
            <option value="week">A week from now</option>
            <option value="month">30 days from now</option>
            <option value="year">A year from now</option>
          </Select>
        )}
      </Field>
      <PasswordForm storyId={storyId} hasPassword={link.hasPassword} />
    </>
  )
}

function PasswordForm({ storyId, hasPassword }: { storyId: string; hasPassword: boolean }) {
  const [password, setPassword] = useState('')
  useUnsaved(password)
  const change = useTurnOn(storyId)

  const save = (event: FormEvent) => {
    event.preventDefault()
    change.mutate({ password: password.trim() }, { onSuccess: () => setPassword('') })
  }
  const failure = change.isError ? sentenceOf(change.error) : undefined

  return (
    <Form onSubmit={save} busy={change.isPending}>
      <Field
        label="Password"
        optional
        hint={
          hasPassword
            ? 'Everybody who opens the link is asked for it. Kinora cannot show it to you again, but you can choose a new one.'
            : 'Everybody who opens the link is asked for it. Tell it to them another way, for example by phone.'
        }
        error={failure}
        rule={linkPassword}
        value={password}
      >
        {(control) => (
          <div className="flex flex-wrap gap-3">
            <Input
              {...control}
              type="text"
              autoComplete="off"
              autoCapitalize="none"
              autoCorrect="off"
              spellCheck={false}
              className="min-w-0 flex-1 basis-48"
              placeholder={hasPassword ? 'A new password' : ''}
              value={password}
              onChange={(event) => setPassword(event.target.value)}
            />
            <Button type="submit" variant="outline" busy={change.isPending} disabled={password.trim() === ''}>
              {hasPassword ? 'Change password' : 'Set password'}
            </Button>
            {hasPassword ? (
              <Button variant="ghost" onClick={() => change.mutate({ password: null })}>
                Ask for none
              </Button>
            ) : null}
          </div>
        )}
      </Field>
    </Form>
  )
}
