import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { PublicProfileView } from '../features/public-profile/public-profile-view.tsx'
import { isUnknown, sentenceOf } from '../lib/errors.ts'
import { orpc } from '../lib/rpc.ts'
import { useWithdrawn } from '../lib/use-withdrawn.ts'
import { Button } from '../ui/button.tsx'
import { LostPageDrawing } from '../ui/drawings/lost-page.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { ErrorPanel } from '../ui/error-panel.tsx'
import { Logo } from '../ui/logo.tsx'
import { Skeleton } from '../ui/skeleton.tsx'

const route = getRouteApi('/p/$token')

/** The page at the address of a public profile: exactly what its owner has made public. */
export function PublicProfilePage() {
  return (
    <div className="mx-auto flex min-h-dvh w-full max-w-[73rem] flex-col px-4 pt-6 sm:px-6">
      <title>A profile · Kinora</title>
      <meta name="robots" content="noindex, nofollow" />
      <header className="mb-8">
        <Logo />
      </header>
      <main className="flex-1">
        <Content />
      </main>
      <footer className="mt-16 border-t border-border py-6 text-sm text-muted">
        A page of a family’s own Kinora.{' '}
        <Link to="/" className="underline underline-offset-4">
          What is Kinora?
        </Link>
      </footer>
    </div>
  )
}

function Content() {
  const { token } = route.useParams()
  const profile = useQuery(orpc.publicProfile.read.queryOptions({ input: { token } }))
  // Somebody who has the page open must not go on seeing what was withdrawn.
  const isWithdrawn = useWithdrawn(profile, isUnknown)
  if (profile.data && !isWithdrawn) return <PublicProfileView profile={profile.data} />
  if (!profile.isError) {
    return (
      <div role="status">
        <h1 className="sr-only">The profile is being loaded</h1>
        <Skeleton className="mx-auto h-[26.25rem] max-w-[40rem]" />
      </div>
    )
  }
  if (!isUnknown(profile.error)) {
    return (
      <>
        <h1 className="sr-only">A profile</h1>
        <ErrorPanel
          title="The profile could not be loaded"
          sentence={sentenceOf(profile.error)}
          onRetry={() => profile.refetch()}
        />
      </>
    )
  }
  return (
    <EmptyState
      heading="h1"
      drawing={<LostPageDrawing />}
      title="There is no profile here"
      sentence="The address may have been cut short, or the profile is no longer public."
      action={
        <Button variant="outline" size="lg" asChild>
          <Link to="/">Go to the start page</Link>
        </Button>
      }
    />
  )
}
