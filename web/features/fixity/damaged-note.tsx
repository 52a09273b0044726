import { TriangleAlert } from 'lucide-react'
import { useDamaged } from './use-fixity.ts'
import { namesOf } from './words.ts'

/** On a story of one's own: says that something in it is no longer what it was. Nothing, as long as all is well. */
export function DamagedNote({ storyId }: { storyId: string }) {
  const damaged = useDamaged()
  const here = damaged.data?.filter((file) => file.storyId === storyId) ?? []
  if (here.length === 0) return null

  return (
    <div role="status" className="mb-6 flex items-start gap-4 rounded-card bg-tint p-4 sm:px-6">
      <TriangleAlert className="mt-0.5 shrink-0" aria-hidden="true" />
      <p className="min-w-0 text-pretty wrap-anywhere">
        When we read this story again, {namesOf(here)} {here.length === 1 ? 'was' : 'were'} not as you gave it
        to us. What can still be played is played. We cannot make an original again: if somebody in your
        family has it, add it to this story once more. Whoever looks after this Kinora may have it in a
        backup, and can see this, too.
      </p>
    </div>
  )
}
