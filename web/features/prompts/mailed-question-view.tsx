import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Mic, Shuffle } from 'lucide-react'
import { isUnknown, sentenceOf } from '../../lib/errors.ts'
import { keepAnswer } from '../../lib/keep-answer.ts'
import { lastFailure } from '../../lib/last-failure.ts'
import { client } from '../../lib/rpc.ts'
import { toRecord } from '../../lib/studio-search.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'

/**
 * The question of a weekly mail: answer it, get another one, or end the mails. Opening
 * the link alone changes nothing: each takes a press.
 */
export function MailedQuestionView({ token }: { token: string }) {
  const queries = useQueryClient()
  const queryKey = ['mailed question', token]
  const mailed = useQuery({ queryKey, queryFn: () => client.weeklyQuestions.read({ token }) })
  const keep = (data: unknown) => keepAnswer(queries, queryKey, data)
  const another = useMutation({
    mutationFn: () => client.weeklyQuestions.another({ token }),
    onSuccess: keep,
  })
  const stop = useMutation({
    mutationFn: () => client.weeklyQuestions.unsubscribe({ token }),
    onSuccess: keep,
  })
  const failure = lastFailure(another, stop)

  if (mailed.isPending) {
    return (
      <div role="status">
        <span className="sr-only">Your question is being loaded</span>
        <Skeleton className="h-40" />
      </div>
    )
  }
  if (!mailed.data) {
    // A link that was cut off contains a token that was never issued.
    const unknown = isUnknown(mailed.error)
    return (
      <div className="flex flex-col items-start gap-5">
        <Alert>
          {unknown
            ? 'This link does not lead anywhere. Please open it exactly as it stands in the mail.'
            : sentenceOf(mailed.error)}
        </Alert>
        {unknown ? (
          <Button variant="outline" asChild>
            <Link to="/app/prompts" search={{ tab: 'explore' }}>
              Find another question
            </Link>
          </Button>
        ) : (
          <Button onClick={() => mailed.refetch()}>Try again</Button>
        )}
      </div>
    )
  }

  const { question, enabled } = mailed.data
  return (
    <div className="flex flex-col gap-6">
      {question ? (
        <>
          <p dir="auto" aria-live="polite" className="font-story text-xl leading-snug wrap-anywhere">
            {question.text}
          </p>
          <Button variant="hero" size="xl" asChild>
            <Link to="/app/studio" search={toRecord({ title: question.text, prompt: question.id })}>
              <Mic aria-hidden="true" />
              Answer now
            </Link>
          </Button>
        </>
      ) : (
        <p className="text-muted">This question was deleted.</p>
      )}
      <Button variant="outline" size="lg" busy={another.isPending} onClick={() => another.mutate()}>
        <Shuffle size={22} aria-hidden="true" />
        Another question
      </Button>
      {failure ? <Alert>{sentenceOf(failure)}</Alert> : null}
      <hr className="border-border" />
      {enabled ? (
        <Button variant="ghost" busy={stop.isPending} onClick={() => stop.mutate()}>
          Stop the weekly mails
        </Button>
      ) : (
        <p role="status" className="text-center text-muted">
          You get no more weekly questions. You can turn them on again in Settings.
        </p>
      )}
    </div>
  )
}
