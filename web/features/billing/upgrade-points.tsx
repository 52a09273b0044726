import { Check } from 'lucide-react'
import { plans } from '#contract/plans.ts'

const gb = (bytes: number) => `${bytes / 1_000_000_000}GB`
const { free, family } = plans

const points = [
  `${gb(family.storageBytes)} storage (vs ${gb(free.storageBytes)})`,
  `${family.storybooksPerMonth} storybooks per month (vs ${free.storybooksPerMonth})`,
  `Advanced transcription: ${family.aiHoursPerMonth} hours per month (vs ${free.aiHoursPerMonth})`,
  'AI, exports, and Reminisce features',
  'Sharing with as many people as you like, editors and admins among them',
]

/** What the Family Plan offers beyond the free plan. */
export function UpgradePoints() {
  return (
    <ul className="flex flex-col gap-3">
      {points.map((point) => (
        <li key={point} className="flex items-start gap-3">
          <Check size={22} className="mt-0.5 shrink-0 text-leaf" aria-hidden="true" />
          {point}
        </li>
      ))}
    </ul>
  )
}
