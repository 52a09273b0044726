import type { ReactNode } from 'react'
import { cn } from '../../ui/cn.ts'

export const wide = 'mx-auto w-full max-w-[73rem] px-4 sm:px-6'

type SectionProps = {
  id: string
  title: string
  sentence?: ReactNode
  className?: string
  children: ReactNode
}

/** A section of the landing page: its heading, an optional sentence, and its content. */
export function Section({ id, title, sentence, className, children }: SectionProps) {
  return (
    <section id={id} aria-labelledby={`${id}-title`} className={cn('py-16 sm:py-24', className)}>
      <div className={wide}>
        <h2 id={`${id}-title`} className="max-w-[47.5rem] font-story text-xl font-semibold sm:text-2xl">
          {title}
        </h2>
        {sentence ? <p className="mt-4 max-w-[40rem] text-lg text-muted">{sentence}</p> : null}
        {children}
      </div>
    </section>
  )
}
