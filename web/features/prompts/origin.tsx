import { EyeOff, Globe } from 'lucide-react'
import { Badge } from '../../ui/badge.tsx'

type Origin = { isOfficial: boolean; isOwn: boolean; isPublished: boolean; isHidden: boolean }

/** On one's own prompt or playlist: says that it is published, or that the operator has hidden it. */
export function PublishedBadge({ isOwn, isPublished, isHidden }: Origin) {
  if (!isOwn || !isPublished) return null
  if (isHidden) {
    return (
      <Badge tone="warn">
        <EyeOff size={16} aria-hidden="true" />
        Hidden by the operator
      </Badge>
    )
  }
  return (
    <Badge tone="good">
      <Globe size={16} aria-hidden="true" />
      In Community
    </Badge>
  )
}
