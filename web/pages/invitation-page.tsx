import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useSession } from '../features/auth/session.tsx'
import { keepInvitation } from '../features/sharing/kept-invitation.ts'
import { sharingSentence } from '../features/sharing/limit-sentence.ts'
import { resourceWords } from '../features/sharing/resource-words.ts'
import { wordsOfRole } from '../features/sharing/role-words.ts'
import { useAcceptInvitation } from '../features/sharing/waiting-invitation.tsx'
import { isPassing, isUnknown, sentenceOf, situationOf } from '../lib/errors.ts'
import { orpc } from '../lib/rpc.ts'
import { Alert } from '../ui/alert.tsx'
import { Button } from '../ui/button.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { EntryFrame } from './entry-frame.tsx'
import { LoggedInAs } from './logged-in-as.tsx'

const route = getRouteApi('/invitation/$token')

/** The target of a mailed invitation: says what it gives access to, and leads to signing up or in. */
export function InvitationPage() {
  const { token } = route.useParams()
  const letter = useQuery(orpc.sharing.readInvitation.queryOptions({ input: { token } }))
  const session = useSession()

  if (letter.data) {
    const { resourceType, title, inviter, role, isYours = false } = letter.data
    const word = resourceWords[resourceType]
    // "A page" alone could be anything, so the title says whose page it is.
    const isPerson = resourceType === 'family_member'
    return (
      <EntryFrame
        title={`A ${word} for you`}
        subtitle={
          <>
            <bdi className="font-semibold wrap-anywhere">{inviter}</bdi> shares{' '}
            {isPerson ? 'the page of ' : null}“<bdi className="wrap-anywhere">{title}</bdi>” with you.{' '}
            {wordsOfRole(resourceType, role).may}
          </>
        }
      >
        <WaysIn token={token} word={word} isYours={isYours} />
      </EntryFrame>
    )
  }
  if (letter.isPending) {
    return (
      <EntryFrame title="An invitation for you">
        <Skeleton className="h-14" />
      </EntryFrame>
    )
  }

  const isUsed = situationOf(letter.error) === 'INVITATION_USED'
  return (
    <EntryFrame title="This invitation cannot be opened">
      <Alert>
        {isUnknown(letter.error)
          ? 'It may have been taken back, or the link was cut short. Whoever sent it to you can send another.'
          : sentenceOf(letter.error)}
      </Alert>
      {isUsed && session.state !== 'in' ? (
        <p className="mt-4">If it was you who used it, log in and open it once more.</p>
      ) : null}
      <div className="mt-6 flex flex-col gap-3">
        {isPassing(letter.error) ? (
          <Button size="lg" onClick={() => letter.refetch()}>
            Try again
          </Button>
        ) : null}
        <Button variant="outline" size="lg" asChild>
          <Link to="/app">Go to your stories</Link>
        </Button>
      </div>
    </EntryFrame>
  )
}

type WaysInProps = {
  token: string
  word: string
  /** Whether the person took the invitation before, and only comes back by it. */
  isYours: boolean
}

function WaysIn({ token, word, isYours }: WaysInProps) {
  const session = useSession()
  const accept = useAcceptInvitation()

  if (session.state === 'in') {
    return (
      <div className="flex flex-col gap-4">
        <Button size="lg" busy={accept.isPending} onClick={() => accept.mutate(token)}>
          See the {word}
        </Button>
        {accept.isError ? <Alert>{sharingSentence(accept.error)}</Alert> : null}
        {isYours ? null : (
          <p>
            <LoggedInAs user={session.user} />, and the {word} will be shared with that account alone. If this
            letter was meant for somebody else, log out first and open it again.
          </p>
        )}
        <Button variant="outline" size="lg" asChild>
          <Link to="/app">Go to Home</Link>
        </Button>
      </div>
    )
  }
  return (
    <div className="flex flex-col gap-4">
      <p>It takes an account, so that only you get in. Once you have one, the {word} opens by itself.</p>
      <Button size="lg" asChild>
        <Link to="/login" onClick={() => keepInvitation(token)}>
          Sign up or log in
        </Link>
      </Button>
    </div>
  )
}
