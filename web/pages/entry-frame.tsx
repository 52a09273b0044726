import type { ReactNode } from 'react'
import { ConversationDrawing } from '../ui/drawings/conversation.tsx'
import { Logo } from '../ui/logo.tsx'

/** The frame of the pages for signing in: the form on one side and, on large screens, a drawing on the other. */
export function EntryFrame({
  title,
  subtitle,
  children,
}: {
  title: string
  subtitle?: ReactNode
  children: ReactNode
}) {
  return (
    <div className="grid min-h-dvh grid-cols-[minmax(0,1fr)] lg:grid-cols-2">
      <title>{`${title} · Kinora`}</title>
      <main className="flex flex-col items-center px-4 py-6 sm:px-8 sm:py-10">
        <div className="flex w-full max-w-[28.75rem] flex-1 flex-col">
          <a href="/" className="self-start rounded-card" aria-label="Kinora, start page">
            <Logo />
          </a>
          <div className="my-auto py-10">
            <h1 className="font-story text-2xl font-semibold" tabIndex={-1}>
              {title}
            </h1>
            {subtitle ? (
              <p className="mt-2 mb-8 text-pretty text-muted">{subtitle}</p>
            ) : (
              <div className="mb-8" />
            )}
            {children}
          </div>
        </div>
      </main>
      <aside
        aria-label="About Kinora"
        className="hidden flex-col items-center justify-center gap-8 bg-tint p-12 lg:flex"
      >
        <div className="w-full max-w-[30rem]">
          <ConversationDrawing />
        </div>
        <p className="max-w-[27.5rem] text-center font-story text-xl">
          The stories they tell at the table are the ones you will want to hear again.
        </p>
      </aside>
    </div>
  )
}
