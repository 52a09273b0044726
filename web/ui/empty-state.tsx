import type { ReactNode } from 'react'

export type EmptyStateProps = {
  drawing: ReactNode
  title: string
  sentence: string
  action?: ReactNode
  /** The level of the title: h1 when the empty state is the whole page. */
  heading?: 'h1' | 'h2' | 'h3'
}

/** For lists without entries: a drawing, one sentence and one action. */
export function EmptyState({ drawing, title, sentence, action, heading: Heading = 'h2' }: EmptyStateProps) {
  return (
    <div className="mx-auto flex max-w-[35rem] flex-col items-center gap-4 px-4 py-6 text-center sm:py-14">
      {/* Small on a phone, so that the action is visible without scrolling. */}
      <div className="w-full max-w-[11rem] sm:max-w-[21.25rem]">{drawing}</div>
      <Heading className="font-story text-xl font-semibold">{title}</Heading>
      <p className="text-balance text-muted">{sentence}</p>
      {action ? <div className="mt-3">{action}</div> : null}
    </div>
  )
}
