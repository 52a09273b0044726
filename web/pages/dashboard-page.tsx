import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useUser } from '../features/auth/session.tsx'
import { GetStarted } from '../features/dashboard/get-started.tsx'
import { Tiles } from '../features/dashboard/tiles.tsx'
import { splitName } from '../features/profile/names.ts'
import { LatestStories } from '../features/stories/latest-stories.tsx'
import { orpc } from '../lib/rpc.ts'
import { Button } from '../ui/button.tsx'
import { ConversationDrawing } from '../ui/drawings/conversation.tsx'

/** Home: a welcome, what is kept so far, and the ways to go on. */
export function DashboardPage() {
  const counts = useQuery(orpc.account.dashboard.queryOptions())
  const isNew = counts.data?.storiesRecorded === 0

  return (
    <div className="flex flex-col gap-10 sm:gap-12">
      <title>Home · Kinora</title>
      <Welcome isNew={isNew} />
      <Tiles />
      <LatestStories />
      <GetStarted />
    </div>
  )
}

function Welcome({ isNew }: { isNew: boolean }) {
  const user = useUser()
  const profile = useQuery(orpc.account.profile.queryOptions())
  const name = profile.data?.fullName
    ? splitName({ ...profile.data, email: user.email ?? '' }).firstName
    : null

  return (
    <section className="grid items-center gap-6 rounded-[20px] bg-card p-6 shadow-card sm:p-10 md:grid-cols-[1fr_300px]">
      <div>
        <h1 className="font-story text-2xl font-semibold break-words sm:text-3xl" tabIndex={-1}>
          {name ? `Welcome, ${name}` : 'Welcome to Kinora'}
        </h1>
        <p className="mt-3 max-w-[560px] text-muted">
          {isNew
            ? 'Everybody has a story that only they can tell. Ask for one today; we keep it safe for those who come after.'
            : 'Good to see you. Who would you like to listen to today?'}
        </p>
        <Button variant="hero" size="xl" className="mt-7" asChild>
          <Link to="/app/stories">{isNew ? 'Record Your First Story' : 'Go to your stories'}</Link>
        </Button>
      </div>
      <div className="mx-auto hidden w-full max-w-[300px] md:block">
        <ConversationDrawing />
      </div>
    </section>
  )
}
