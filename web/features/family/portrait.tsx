import { useQueryClient } from '@tanstack/react-query'
import { UserRound } from 'lucide-react'
import { useState } from 'react'
import type { TreePerson } from '#contract/family.ts'
import { nameOf } from '#contract/person-name.ts'
import { readAnew } from '../../lib/read-anew.ts'
import { orpc } from '../../lib/rpc.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { cn } from '../../ui/cn.ts'

const sizes = { md: 'size-12', lg: 'size-24', xl: 'size-40' }
type Shown = Pick<TreePerson, 'portrait' | 'firstName' | 'lastName' | 'isPlaceholder' | 'isSelf'>

/** A portrait in a circle, or initials if there is none. Decorative, because the name is always beside it. */
export function Portrait({ person, size = 'md' }: { person: Shown; size?: keyof typeof sizes }) {
  const [broken, setBroken] = useState<string | null>(null)
  const queries = useQueryClient()
  if (person.portrait === null || person.portrait === broken) {
    if (person.isPlaceholder) {
      return (
        <span
          aria-hidden="true"
          className={cn(
            'flex shrink-0 items-center justify-center rounded-full border-2 border-dashed border-edge text-muted',
            sizes[size],
          )}
        >
          <UserRound />
        </span>
      )
    }
    return <Avatar name={nameOf(person)} size={size === 'xl' ? 'lg' : size} />
  }

  // The signed addresses expire after an hour; a page open for longer requests new ones.
  const renew = () => {
    setBroken(person.portrait)
    readAnew(queries, orpc.family, orpc.familyMembers)
  }
  return (
    <img
      src={person.portrait}
      alt=""
      loading="lazy"
      decoding="async"
      draggable={false}
      onError={renew}
      className={cn('shrink-0 rounded-full bg-tint object-cover', sizes[size])}
    />
  )
}
