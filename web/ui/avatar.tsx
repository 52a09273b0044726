import { useState } from 'react'
import { cn } from './cn.ts'
import { initials } from './initials.ts'

const grounds = ['#CFEBD9', '#F3E2C7', '#DDE6F0', '#F0DAD6', '#E2E8C9']

// In a narrow window circles do not grow with the page's text size, so the initials stop growing where they would fill the circle.
const sizes = {
  sm: 'size-10 text-[min(1rem,--spacing(4.5))]',
  md: 'size-12 text-[min(1.125rem,--spacing(5.5))]',
  lg: 'size-24 text-2xl',
  xl: 'size-40 text-3xl',
}

export type AvatarProps = { name: string; picture?: string | null | undefined; size?: keyof typeof sizes }

/** A person as a circle: their picture, or their initials. It is decoration: the name stands beside it. */
export function Avatar({ name, picture, size = 'md' }: AvatarProps) {
  const [broken, setBroken] = useState<string | null>(null)
  if (picture && picture !== broken) {
    return (
      <img
        src={picture}
        alt=""
        decoding="async"
        onError={() => setBroken(picture)}
        className={cn('shrink-0 rounded-full bg-tint object-cover', sizes[size])}
      />
    )
  }

  let sum = 0
  for (const letter of name) sum += letter.codePointAt(0) ?? 0
  return (
    <span
      aria-hidden="true"
      className={cn(
        'inline-flex shrink-0 items-center justify-center rounded-full font-bold text-ink select-none',
        sizes[size],
      )}
      style={{ backgroundColor: grounds[sum % grounds.length] }}
    >
      {initials(name)}
    </span>
  )
}
