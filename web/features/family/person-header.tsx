import type { ReactNode } from 'react'
import type { FamilyMember } from '#contract/family-members.ts'
import { lifeOf, nameOf } from '#contract/person-name.ts'
import { Portrait } from './portrait.tsx'

export type PersonHeaderProps = {
  member: FamilyMember
  /** How the person is related to the viewer, in words; empty if that is unknown. */
  about: string
  /** Shown below the name: whose family the person belongs to. */
  note?: ReactNode
  /** The commands for the page as a whole. */
  children: ReactNode
}

/** The head of a person's page: portrait, name, years. */
export function PersonHeader({ member, about, note, children }: PersonHeaderProps) {
  const name = nameOf(member)
  return (
    <header className="flex flex-col gap-6 sm:flex-row sm:items-center">
      <title>{`${name} · Kinora`}</title>
      <Portrait person={member} size="xl" />
      <div className="min-w-0 flex-1">
        <h1 dir="auto" className="font-story text-2xl font-semibold wrap-anywhere sm:text-3xl" tabIndex={-1}>
          {name}
        </h1>
        <p className="mt-2 text-muted">{[about, lifeOf(member)].filter(Boolean).join(' · ')}</p>
        {note}
        <div className="mt-5 flex flex-wrap gap-3 empty:hidden">{children}</div>
      </div>
    </header>
  )
}
