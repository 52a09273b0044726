import { Cloud } from 'lucide-react'

export type ProviderMarkProps = { name: string }

/** A small mark for an account elsewhere. Drawn plainly, since the providers' logos may not be altered. Decorative only. */
export function ProviderMark({ name }: ProviderMarkProps) {
  if (name === 'iCloud') return <Cloud aria-hidden="true" />
  return (
    <span
      aria-hidden="true"
      className="inline-flex size-6 items-center justify-center rounded-full border-2 border-current text-sm leading-none font-bold"
    >
      {name.charAt(0)}
    </span>
  )
}
