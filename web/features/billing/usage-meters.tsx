import type { Billing, Meter } from '#contract/billing.ts'
import { formatGB, formatSpan } from '../../lib/format.ts'
import { PaddedCard } from '../../ui/card.tsx'
import { Progress } from '../../ui/progress.tsx'

type Kind = keyof Billing['usage']

const hours = (count: number) => (count === 0 ? '0 minutes' : formatSpan(count * 3_600))
const meters: { kind: Kind; label: string; write: (amount: number) => string }[] = [
  { kind: 'storageBytes', label: 'Storage', write: formatGB },
  { kind: 'aiHours', label: 'AI analysis this month', write: hours },
  { kind: 'viewers', label: 'People who may look', write: String },
  { kind: 'collaborators', label: 'Collaborators', write: String },
  { kind: 'storybooks', label: 'Storybooks this month', write: String },
  { kind: 'exports', label: 'Files of storybooks this month', write: String },
  { kind: 'aiPages', label: 'Chapters and pictures by AI this month', write: String },
]

/** The usage of a plan, in words. */
export const meterLines = (usage: Billing['usage']) =>
  meters.map(({ kind, label, write }) => ({ label, says: inWords(usage[kind], write) }))

/** The usage of the plan, with one bar for each limit and the figures in words beside it. */
export function UsageMeters({ usage }: { usage: Billing['usage'] }) {
  const over = meters.filter(({ kind }) => isOver(usage[kind]))
  return (
    <section aria-labelledby="usage">
      <h2 id="usage" className="mb-4 font-story text-lg font-semibold">
        What you use
      </h2>
      <PaddedCard className="sm:p-8">
        {over.length > 0 ? (
          <p className="mb-6 rounded-card bg-warn-tint p-4 text-warn">
            You have more than your plan holds ({over.map(({ label }) => label.toLowerCase()).join(', ')}).
            Everything stays, and can be seen, played and taken out. Only new things have to wait until there
            is room.
          </p>
        ) : null}
        <ul className="grid gap-x-10 gap-y-6 md:grid-cols-2">
          {meters.map(({ kind, label, write }) => (
            <li key={kind}>
              <p className="mb-2 flex flex-wrap justify-between gap-x-4">
                <span className="text-muted">{label}</span>
                <span className="font-semibold tabular-nums">{inWords(usage[kind], write)}</span>
              </p>
              <Progress value={shareOf(usage[kind])} label={label} tone={toneOf(usage[kind])} />
            </li>
          ))}
        </ul>
        <p className="mt-6 text-sm text-muted">A month begins on its first day, at midnight UTC.</p>
      </PaddedCard>
    </section>
  )
}

const isOver = ({ used, limit }: Meter) => limit !== null && used > limit

function shareOf({ used, limit }: Meter): number {
  if (limit === null) return 0
  return limit === 0 ? Number(used > 0) : used / limit
}

function toneOf(meter: Meter): 'plain' | 'warn' | 'danger' {
  if (isOver(meter)) return 'danger'
  return shareOf(meter) >= 0.8 ? 'warn' : 'plain'
}

function inWords({ used, limit }: Meter, write: (amount: number) => string): string {
  return limit === null ? `${write(used)}, unlimited` : `${write(used)} of ${write(limit)}`
}
