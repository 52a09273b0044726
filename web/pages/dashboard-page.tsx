import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { useUser } from '../features/auth/session.tsx'
import { GetStarted } from '../features/dashboard/get-started.tsx'
import { Tiles } from '../features/dashboard/tiles.tsx'
import { WithoutNetwork } from '../features/offline/without-network.tsx'
import { splitName } from '../features/profile/names.ts'
import { keptInvitation } from '../features/sharing/kept-invitation.ts'
import { UnfinishedRecordings } from '../features/studio/unfinished-recordings.tsx'
import { orpc } from '../lib/rpc.ts'
import { Button } from '../ui/button.tsx'
import { ConversationDrawing } from '../ui/drawings/conversation.tsx'
import { Skeleton } from '../ui/skeleton.tsx'

/** Home: a welcome, what is kept so far, and the ways to go on. */
export function DashboardPage() {
  return (
    <div className="flex flex-col gap-10 sm:gap-12">
      <title>Home · Kinora</title>
      <Welcome />
      <WithoutNetwork />
      <Invitation />
      <UnfinishedRecordings />
      <LeftOff />
      <Tiles />
      <Latest />
      <GetStarted />
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
    sentence: 'Good to see you. Who would you like to listen to today?',
    action: 'Go to your stories',
  },
}

function Welcome() {
  const user = useUser()
  const profile = useQuery(orpc.account.profile.queryOptions())
  const counts = useQuery(orpc.account.dashboard.queryOptions())
  const name = profile.data?.fullName
    ? splitName({ ...profile.data, email: user.email ?? '' }).firstName
    : null
  const { sentence, action } = counts.data?.storiesRecorded === 0 ? words.new : words.known

  return (
    <section className="grid items-center gap-6 rounded-[20px] bg-card p-6 shadow-card sm:p-10 md:grid-cols-[1fr_300px]">
      <div>
        <h1 className="font-story text-2xl font-semibold wrap-anywhere sm:text-3xl" tabIndex={-1}>
          {name ? `Welcome, ${name}` : 'Welcome to Kinora'}
        </h1>
        {counts.isPending ? (
          <Skeleton className="mt-4 h-36 max-w-[420px]" />
        ) : (
          <>
            <p className="mt-3 max-w-[560px] text-muted">{sentence}</p>
            <Button variant="hero" size="xl" className="mt-7" asChild>
              <Link to="/app/stories">{action}</Link>
            </Button>
          </>
        )}
      </div>
      <div className="mx-auto hidden w-full max-w-[300px] md:block">
        <ConversationDrawing />
      </div>
    </section>
  )
}

const LatestStories = lazy(async () => ({
  default: (await import('../features/stories/latest-stories.tsx')).LatestStories,
}))

/** Whoever has told nothing yet loads nothing for it. */
function Latest() {
  const counts = useQuery(orpc.account.dashboard.queryOptions())
  if (!counts.data?.storiesRecorded) return null
  return (
    <Suspense>
      <LatestStories />
    </Suspense>
  )
}

const Waiting = lazy(async () => ({
  default: (await import('../features/dashboard/waiting.tsx')).Waiting,
}))

/** Whoever has told nothing yet has begun nothing. */
function LeftOff() {
  const counts = useQuery(orpc.account.dashboard.queryOptions())
  if (!counts.data?.storiesRecorded) return null
  return (
    <Suspense>
      <Waiting />
    </Suspense>
  )
}

const WaitingInvitation = lazy(async () => {
  const { WaitingInvitation } = await import('../features/sharing/waiting-invitation.tsx')
  return { default: WaitingInvitation }
})

/** Most people come without an invitation and load nothing for it. */
function Invitation() {
  const [token] = useState(keptInvitation)
  if (token === null) return null
  return (
    <Suspense>
      <WaitingInvitation token={token} />
    </Suspense>
  )
}
