import { Link } from '@tanstack/react-router'
import { lifeOf, nameOf } from '#contract/person-name.ts'
import type { SharedMember } from '#contract/sharing.ts'
import { Portrait } from './portrait.tsx'

/** A person in a list: portrait, name, years. The whole card is a link. */
export function MemberCard({ member }: { member: SharedMember }) {
  const life = lifeOf(member)
  return (
    <article className="group relative flex h-full items-center gap-5 rounded-card bg-card p-5 shadow-card transition-transform duration-150 ease-out focus-within:outline-3 focus-within:outline-offset-2 focus-within:outline-ring motion-safe:hover:-translate-y-0.5">
      <Portrait person={member} size="lg" />
      <div className="min-w-0">
        <h3 dir="auto" className="font-story text-lg font-semibold">
          <Link
            to="/app/family/$memberId"
            params={{ memberId: member.id }}
            className="line-clamp-2 wrap-anywhere outline-none after:absolute after:inset-0 group-hover:underline"
          >
            {nameOf(member)}
          </Link>
        </h3>
        {life ? <p className="mt-1 text-muted">{life}</p> : null}
      </div>
    </article>
  )
}
