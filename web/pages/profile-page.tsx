import { useQuery } from '@tanstack/react-query'
import { ProfileForm } from '../features/profile/profile-form.tsx'
import { sentenceOf } from '../lib/errors.ts'
import { orpc } from '../lib/rpc.ts'
import { ErrorPanel } from '../ui/error-panel.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { Skeleton } from '../ui/skeleton.tsx'

/** The profile of the signed-in person. */
export function ProfilePage() {
  const profile = useQuery(orpc.account.profile.queryOptions())

  return (
    <>
      <title>Profile · Kinora</title>
      <PageHeader title="Profile" subtitle="Your name stands beside the stories you keep." />
      {profile.isPending ? <Skeleton className="h-[40rem] max-w-[47.5rem]" /> : null}
      {profile.isError && !profile.data ? (
        <ErrorPanel
          title="Your profile could not be loaded"
          sentence={sentenceOf(profile.error)}
          onRetry={() => profile.refetch()}
        />
      ) : null}
      {profile.data ? <ProfileForm profile={profile.data} /> : null}
    </>
  )
}
