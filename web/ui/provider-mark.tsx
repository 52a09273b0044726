import { Cloud } from 'lucide-react'

export type ProviderMarkProps = { of: 'google' | 'apple' }

/** A small sign for another account: drawn plainly, since their logos may not be changed. It is decoration. */
export function ProviderMark({ of }: ProviderMarkProps) {
  if (of === 'apple') return <Cloud aria-hidden="true" />
  return (
    <span
      aria-hidden="true"
      className="inline-flex size-6 items-center justify-center rounded-full border-2 border-current text-sm leading-none font-bold"
    >
      G
    </span>
  )
}
