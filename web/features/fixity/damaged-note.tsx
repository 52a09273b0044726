import { TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { useDamaged, useDamagedIn } from './use-fixity.ts'
import { namesOf } from './words.ts'

/** For the owner of a story: says that a file in it is damaged. Renders nothing if there is no damage. */
export function DamagedNote({ storyId }: { storyId: string }) {
  const damaged = useDamaged()
  const here = damaged.data?.filter((file) => file.storyId === storyId) ?? []
  if (here.length === 0) return null

  return (
    <Note>
      When we read this story again, {namesOf(here)} {here.length === 1 ? 'was' : 'were'} not as you gave it
      to us. What can still be played is played. We cannot make an original again: if somebody in your family
      has it, add it to this story once more. Whoever looks after this Kinora may have it in a backup, and can
      see this, too.
    </Note>
  )
}

/** The same for people the story is shared with, who can only be informed. */
export function SharedDamageNote({ storyId }: { storyId: string }) {
  const damaged = useDamagedIn(storyId)
  if (!damaged || damaged.size === 0) return null

  return (
    <Note>
      When we read this story again, something in it was not as it was given to us. What can still be played
      is played. Whose story it is knows of it. If you have the original, please send it to them.
    </Note>
  )
}

function Note({ children }: { children: ReactNode }) {
  return (
    <div role="status" className="mb-6 flex items-start gap-4 rounded-card bg-tint p-4 sm:px-6">
      <TriangleAlert className="mt-0.5 shrink-0" aria-hidden="true" />
      <p className="min-w-0 text-pretty wrap-anywhere">{children}</p>
    </div>
  )
}
