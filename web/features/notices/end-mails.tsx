import { useMutation } from '@tanstack/react-query'
import { isUnknown, sentenceOf } from '../../lib/errors.ts'
import { client } from '../../lib/rpc.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'

/** Unsubscribes from news mails with the link from such a mail, signed in or not. Opening the link alone does nothing: it takes a press. */
export function EndMails({ token }: { token: string }) {
  const end = useMutation({ mutationFn: () => client.notices.unsubscribe({ token }) })
  if (end.isSuccess) {
    return (
      <p role="status">
        You get no more mails about news. You can turn them on again in Settings, under Notifications.
      </p>
    )
  }

  return (
    <div className="flex flex-col gap-5">
      <p>
        Kinora mails you when somebody shares something with you, comments on your story, or when a transcript
        is ready.
      </p>
      <Button size="lg" busy={end.isPending} onClick={() => end.mutate()}>
        Stop these mails
      </Button>
      {end.isError ? (
        <Alert>
          {isUnknown(end.error)
            ? 'This link does not lead anywhere. Please open it exactly as it stands in the mail.'
            : sentenceOf(end.error)}
        </Alert>
      ) : null}
    </div>
  )
}
