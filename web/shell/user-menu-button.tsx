import type { ComponentProps } from 'react'
import { Avatar } from '../ui/avatar.tsx'
import { buttonStyle } from '../ui/button.tsx'
import { cn } from '../ui/cn.ts'

export type Place = 'sidebar' | 'bar'
export type Person = { name: string; email: string; picture: string | null }
export type UserMenuButtonProps = ComponentProps<'button'> & { person: Person; place: Place }

/** The button that opens the menu: the picture and, where there is room, the name. */
export function UserMenuButton({ person, place, className, ...rest }: UserMenuButtonProps) {
  return (
    <button
      type="button"
      className={cn(
        buttonStyle({ variant: 'ghost' }),
        'max-w-full justify-start gap-3 text-start font-normal',
        place === 'sidebar' ? 'w-full rounded-card! px-2!' : 'size-14 justify-center! p-0!',
        className,
      )}
      {...rest}
    >
      <Avatar name={person.name} picture={person.picture} />
      <span className={cn('min-w-0', place === 'bar' && 'sr-only')}>
        <span className="block truncate font-semibold">{person.name}</span>
        <span className="block truncate text-sm text-muted">{person.email}</span>
      </span>
      <span className="sr-only">Your menu</span>
    </button>
  )
}
