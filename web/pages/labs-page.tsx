import { Link, type LinkProps } from '@tanstack/react-router'
import { FlaskConical, type LucideIcon, Mic, Milestone, Sparkles } from 'lucide-react'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { PaddedCard } from '../ui/card.tsx'
import { PageHeader } from '../ui/page-header.tsx'

type Experiment = { title: string; stage: string; sentence: string; icon: LucideIcon; link: LinkProps }

const experiments: Experiment[] = [
  {
    title: 'AI Story Enhancement',
    stage: 'Experimental',
    sentence:
      'A title, a summary, tags and questions to ask next for a story of yours, proposed from what was said. You decide.',
    icon: Sparkles,
    link: { to: '/app/labs/enhance' },
  },
  {
    title: 'Voice Recording',
    stage: 'Beta',
    sentence: 'One question, read aloud, and one large button. Made for those to whom a studio is too much.',
    icon: Mic,
    link: { to: '/app/labs/voice' },
  },
  {
    title: 'Timeline View',
    stage: 'Experimental',
    sentence: 'Your stories and the lives of your family on one line of years, uncertain dates among them.',
    icon: Milestone,
    link: { to: '/app/labs/timeline' },
  },
]

/** The list of experimental features. */
export function LabsPage() {
  return (
    <>
      <title>Labs · Kinora</title>
      <PageHeader title="Labs" subtitle="New things to try, before they find their place." />
      <p className="mb-8 flex items-start gap-3 rounded-card bg-warn-tint p-4 text-warn">
        <FlaskConical className="mt-0.5 shrink-0" aria-hidden="true" />
        <span>
          These features are experimental: they may change or go again. What you record with them is kept like
          everything else.
        </span>
      </p>
      <ul className="grid gap-5 md:grid-cols-2 xl:grid-cols-3">
        {experiments.map((experiment) => (
          <li key={experiment.title}>
            <ExperimentCard {...experiment} />
          </li>
        ))}
      </ul>
    </>
  )
}

function ExperimentCard({ title, stage, sentence, icon: Icon, link }: Experiment) {
  return (
    <PaddedCard className="flex h-full flex-col items-start gap-4" aria-label={title}>
      <div className="flex w-full items-center justify-between gap-3">
        <span className="flex size-14 items-center justify-center rounded-full bg-tint text-leaf">
          <Icon size={28} aria-hidden="true" />
        </span>
        <Badge>{stage}</Badge>
      </div>
      <div className="flex-1">
        <h2 className="text-lg font-bold">{title}</h2>
        <p className="mt-2 text-muted">{sentence}</p>
      </div>
      <Button asChild>
        <Link {...link}>
          Try It Out<span className="sr-only">: {title}</span>
        </Link>
      </Button>
    </PaddedCard>
  )
}
