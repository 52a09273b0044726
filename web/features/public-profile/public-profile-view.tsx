import type { PublicProfile } from '#contract/public-profile.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { PaddedCard } from '../../ui/card.tsx'

/** What a person has made public about themselves. */
export function PublicProfileView({ profile }: { profile: PublicProfile }) {
  const name = profile.name || 'Somebody of this family'
  return (
    <PaddedCard className="mx-auto flex w-full max-w-[40rem] flex-col items-center gap-4 text-center max-sm:px-4 sm:p-12">
      <title>{`${name} · Kinora`}</title>
      <Avatar name={name} picture={profile.pictureUrl} size="xl" />
      <h1 dir="auto" className="mt-2 font-story text-xl font-semibold wrap-anywhere sm:text-2xl">
        {name}
      </h1>
      {profile.location ? (
        <p dir="auto" className="text-muted wrap-anywhere">
          {profile.location}
        </p>
      ) : null}
      {profile.bio ? (
        <p dir="auto" className="max-w-[60ch] text-start font-story whitespace-pre-wrap wrap-anywhere">
          {profile.bio}
        </p>
      ) : null}
    </PaddedCard>
  )
}
