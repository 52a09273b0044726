import type { ReactNode } from 'react'
import { cn } from './cn.ts'
import { titleSize } from './title-size.ts'

export type PageHeaderProps = { title: string; subtitle?: ReactNode; action?: ReactNode }

/** The top of a page: its title, one sentence, and at most one main action. */
export function PageHeader({ title, subtitle, action }: PageHeaderProps) {
  return (
    <header className="mb-8 flex flex-col gap-5 sm:mb-10 sm:flex-row sm:flex-wrap sm:items-end sm:justify-between">
      <div className="max-w-[45rem] min-w-0 sm:flex-1 sm:basis-72">
        <h1
          dir="auto"
          className={cn('wrap-anywhere font-story font-semibold', titleSize(title))}
          tabIndex={-1}
        >
          {title}
        </h1>
        {subtitle ? <p className="mt-2 text-muted">{subtitle}</p> : null}
      </div>
      {action ? <div className="max-w-full shrink-0">{action}</div> : null}
    </header>
  )
}
