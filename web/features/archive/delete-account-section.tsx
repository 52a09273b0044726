import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { AccountEnd } from '#contract/archive-account.ts'
import { limits } from '#contract/limits.ts'
import { sentenceOf } from '../../lib/errors.ts'
import { countOf } from '../../lib/format.ts'
import { readAnew } from '../../lib/read-anew.ts'
import { client, orpc } from '../../lib/rpc.ts'
import { Button } from '../../ui/button.tsx'
import { CodeField } from '../../ui/code-field.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { DialogActions, DialogCancel } from '../../ui/dialog-actions.tsx'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { Form } from '../../ui/form.tsx'
import { NoMailNote } from '../../ui/no-mail-note.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { SettingsRow, SettingsSection } from '../../ui/settings-section.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { whatGoes } from './what-goes.ts'

export type DeleteAccountProps = {
  /** Sends the code that stands in for a password by mail or text message; resolves with the reason if that failed, else null. */
  sendCode: () => Promise<string | null>
  /** Whether that code goes by mail. */
  isCodeMailed: boolean
  /** Called once the deletion of the account is scheduled and every session has ended. */
  onRequested: () => void
}

/** Deletes the account: says what is deleted and when, and has the person prove that the account is theirs. */
export function DeleteAccountSection(props: DeleteAccountProps) {
  const end = useQuery(orpc.accountEnd.get.queryOptions())
  const [open, setOpen] = useState(false)

  if (end.isError && !end.data) {
    return (
      <ErrorPanel
        title="What your account holds could not be loaded"
        sentence={sentenceOf(end.error)}
        onRetry={() => end.refetch()}
      />
    )
  }
  return (
    <SettingsSection
      title="Delete Account"
      sentence={`Your account goes with everything in it. For ${limits.accountDeletionDays} days you can change your mind by logging in.`}
    >
      {end.data ? (
        <SettingsRow
          title="Everything in your account"
          detail={whatGoes(end.data)}
          action={
            <Button variant="outline" className="text-danger!" onClick={() => setOpen(true)}>
              Delete Account
            </Button>
          }
        />
      ) : (
        <Skeleton className="m-5 h-14" />
      )}
      {end.data ? <DeleteAccountDialog end={end.data} open={open} onOpenChange={setOpen} {...props} /> : null}
    </SettingsSection>
  )
}

type DialogProps = DeleteAccountProps & {
  end: AccountEnd
  open: boolean
  onOpenChange: (open: boolean) => void
}

const nothingTyped = { code: '', password: '' }

function DeleteAccountDialog(props: DialogProps) {
  const { end, open, onOpenChange, sendCode, isCodeMailed, onRequested } = props
  const [typed, setTyped] = useState(nothingTyped)
  const queries = useQueryClient()
  const code = useMutation({
    mutationFn: async () => {
      const problem = await sendCode()
      if (problem !== null) throw new Error(problem)
    },
  })
  const request = useMutation({
    mutationFn: (proof: AccountEnd['proof']) =>
      client.accountEnd.request(proof === 'code' ? { code: typed.code } : { password: typed.password }),
    onSuccess: onRequested,
    // A password may have been chosen on another device meanwhile: then it is what proves the account.
    onError: () => {
      readAnew(queries, orpc.accountEnd.get)
    },
  })
  const wrong = request.isError && request.variables === end.proof ? sentenceOf(request.error) : undefined

  return (
    <Dialog
      open={open}
      onOpenChange={(next) => {
        onOpenChange(next)
        setTyped(nothingTyped)
        request.reset()
        code.reset()
      }}
      title="Delete your account?"
      description={`${whatGoes(end)} That is what goes for good in ${limits.accountDeletionDays} days, and with it what you wrote about others’ stories.${lostAccess(end)} Take an archive with you first, if you want to keep it.`}
    >
      <Form
        busy={request.isPending}
        className="flex flex-col gap-5"
        onSubmit={(event) => {
          event.preventDefault()
          request.mutate(end.proof)
        }}
      >
        {end.proof === 'code' ? (
          <div className="flex flex-col items-start gap-2">
            <Button variant="outline" busy={code.isPending} onClick={() => code.mutate()}>
              {code.isSuccess ? 'Send another code' : 'Send me a code'}
            </Button>
            <p role="status" className="text-sm text-muted">
              {code.isSuccess
                ? 'We sent you a code.'
                : 'Your account has no password, so we send you a code.'}
            </p>
            {isCodeMailed ? <NoMailNote /> : null}
            {code.isError ? (
              <p role="alert" className="text-danger">
                {code.error.message}
              </p>
            ) : null}
          </div>
        ) : null}
        {end.proof === 'code' ? (
          <CodeField
            label="The code"
            error={wrong}
            value={typed.code}
            onChange={(text) => setTyped({ ...typed, code: text })}
            takesFocus={false}
            required
          />
        ) : null}
        {end.proof === 'password' ? (
          <PasswordField
            label="Your password"
            error={wrong}
            value={typed.password}
            onChange={(event) => setTyped({ ...typed, password: event.target.value })}
            autoComplete="current-password"
            // In place of the code that was refused, and had the focus.
            autoFocus={request.isError}
            required
          />
        ) : null}
        {end.proof === 'sign-in' ? (
          <p
            role={request.isError ? 'alert' : undefined}
            className={request.isError ? 'text-danger' : 'text-muted'}
          >
            {request.isError
              ? 'Please log out, log in again, and come back within ten minutes.'
              : 'Works within ten minutes of logging in.'}
          </p>
        ) : null}
        <DialogActions>
          <DialogCancel />
          <Button type="submit" variant="destructive" busy={request.isPending}>
            Delete my account
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  )
}

function lostAccess({ sharedWith }: AccountEnd): string {
  return sharedWith > 0
    ? ` ${countOf(sharedWith, 'person', 'people')} you share with will see nothing of it any more, from now on.`
    : ''
}
