import type { ReactNode } from 'react'
import { useId } from 'react'
import { Alert } from './alert.tsx'
import { Card } from './card.tsx'

export type SettingsSectionProps = {
  title: string
  sentence?: ReactNode
  /** The section's id, for links to it. */
  anchor?: string
  children: ReactNode
}

/** One topic of the settings: its name, one sentence, and a card whose children are its rows. */
export function SettingsSection({ title, sentence, anchor, children }: SettingsSectionProps) {
  const id = useId()
  return (
    <section id={anchor} aria-labelledby={id} className="flex flex-col gap-4">
      <div>
        <h2 id={id} className="font-story text-lg font-semibold">
          {title}
        </h2>
        {sentence ? <p className="mt-1 text-pretty text-muted">{sentence}</p> : null}
      </div>
      <Card className="divide-y divide-border">{children}</Card>
    </section>
  )
}

export type SettingsRowProps = {
  icon?: ReactNode
  title: ReactNode
  detail?: ReactNode
  /** The row's buttons; below the text on a phone. */
  action?: ReactNode
  /** Why the last action failed. */
  problem?: string | null
}

/** One row of a section: what it is, its current state, and what can be done about it. */
export function SettingsRow({ icon, title, detail, action, problem }: SettingsRowProps) {
  return (
    <div className="flex flex-col gap-4 p-5 sm:flex-row sm:flex-wrap sm:items-center sm:px-6">
      <div className="flex min-w-0 flex-1 items-start gap-4 sm:basis-60">
        {icon ? <span className="mt-0.5 shrink-0 text-muted">{icon}</span> : null}
        <div className="min-w-0">
          <p className="font-semibold wrap-anywhere">{title}</p>
          {detail ? <div className="text-sm text-pretty wrap-anywhere text-muted">{detail}</div> : null}
        </div>
      </div>
      {action ? (
        <div className="flex shrink-0 flex-wrap gap-3 max-sm:[&>button]:flex-auto">{action}</div>
      ) : null}
      {problem ? <Alert className="sm:basis-full">{problem}</Alert> : null}
    </div>
  )
}
