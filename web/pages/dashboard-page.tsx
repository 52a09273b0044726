import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { useUser } from '../features/auth/session.tsx'
import { GetStarted } from '../features/dashboard/get-started.tsx'
import { Tiles, TilesSkeleton } from '../features/dashboard/tiles.tsx'
import { SharedWithMe, Waiting } from '../features/dashboard/waiting.tsx'
import { WithoutNetwork } from '../features/offline/without-network.tsx'
import { splitName } from '../features/profile/names.ts'
import { keptInvitation } from '../features/sharing/kept-invitation.ts'
import { UnfinishedRecordings } from '../features/studio/unfinished-recordings.tsx'
import { importing } from '../lib/importing.ts'
import { orpc } from '../lib/rpc.ts'
import { Button } from '../ui/button.tsx'
import { ConversationDrawing } from '../ui/drawings/conversation.tsx'
import { Skeleton } from '../ui/skeleton.tsx'

/** The home page: a welcome, figures of what is kept, and ways to go on. */
export function DashboardPage() {
  return (
    <div className="flex flex-col gap-10 sm:gap-12">
      <title>Home · Kinora</title>
      <Welcome />
      <WithoutNetwork />
      <Invitation />
      <UnfinishedRecordings />
      <SoFar />
    </div>
  )
}

const words = {
  new: {
    sentence:
      'Everybody has a story that only they can tell. Ask for one today; we keep it safe for those who come after.',
    action: 'Record Your First Story',
  },
  known: {
    sentence: 'Good to see you. Who would you like to listen to today, and what has nobody asked them yet?',
    action: 'Go to your stories',
  },
}

function Welcome() {
  const counts = useQuery(orpc.account.dashboard.queryOptions())
  const name = useFirstName()
  const { sentence, action } = counts.data?.storiesRecorded === 0 ? words.new : words.known

  return (
    <section className="grid items-center gap-6 rounded-[20px] bg-card p-6 shadow-card sm:p-10 md:grid-cols-[1fr_18.75rem]">
      <div>
        <h1 className="font-story text-2xl font-semibold wrap-anywhere sm:text-3xl" tabIndex={-1}>
          {name ? `Welcome, ${name}` : 'Welcome to Kinora'}
        </h1>
        {/* Reserves space for the longer of the two sentences, so that nothing below moves once it is known which one is shown. */}
        <p className="mt-3 min-h-[4lh] max-w-[35rem] text-muted min-[23.75rem]:min-h-[3lh] sm:max-md:min-h-[2lh] xl:min-h-[2lh]">
          {counts.isPending ? <Skeleton className="h-[2lh]" /> : sentence}
        </p>
        {counts.isPending ? (
          <Skeleton className="mt-7 h-[4.125rem] rounded-full sm:max-w-[20rem]" />
        ) : (
          <Button variant="hero" size="xl" className="mt-7 max-sm:w-full max-sm:px-4" asChild>
            <Link to="/app/stories">{action}</Link>
          </Button>
        )}
      </div>
      <div className="mx-auto hidden w-full max-w-[18.75rem] md:block">
        <ConversationDrawing />
      </div>
    </section>
  )
}

/** The first name from the profile, and until that is loaded from the session's metadata, so that the greeting does not change. */
function useFirstName(): string | null {
  const user = useUser()
  const profile = useQuery(orpc.account.profile.queryOptions())
  const said: unknown = user.user_metadata.full_name ?? user.user_metadata.name
  const fullName = profile.data?.fullName || (typeof said === 'string' ? said : '')
  return fullName ? splitName({ fullName, email: user.email ?? '' }).firstName : null
}

/**
 * What was begun, and the figures. Each part is rendered only once it is known whether another comes above it, so that nothing moves
 * away under a reader's eyes or finger. The parts below the fold wait for the figures.
 */
function SoFar() {
  const counts = useQuery(orpc.account.dashboard.queryOptions())
  const waiting = useQuery(orpc.account.waiting.queryOptions())
  if (counts.isPending || waiting.isPending) return <TilesSkeleton />

  return (
    <>
      {waiting.data?.length ? <Waiting things={waiting.data} /> : null}
      {counts.data?.sharedWithMe ? <SharedWithMe shared={counts.data.sharedWithMe} /> : null}
      <Tiles counts={counts} />
      {/* The list of the latest stories is loaded only if there are stories. */}
      {counts.data?.storiesRecorded ? (
        <Suspense>
          <LatestStories />
          <GetStarted />
        </Suspense>
      ) : (
        <GetStarted />
      )}
    </>
  )
}

const LatestStories = lazy(async () => ({
  default: (await importing(() => import('../features/stories/latest-stories.tsx'))).LatestStories,
}))

const WaitingInvitation = lazy(async () => {
  const { WaitingInvitation } = await importing(() => import('../features/sharing/waiting-invitation.tsx'))
  return { default: WaitingInvitation }
})

/** Most people come without an invitation, and so need not load this. */
function Invitation() {
  const [token] = useState(keptInvitation)
  if (token === null) return null
  return (
    <Suspense>
      <WaitingInvitation token={token} />
    </Suspense>
  )
}
