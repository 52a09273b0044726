import { Search, X } from 'lucide-react'
import type { ComponentProps, Ref } from 'react'
import { buttonStyle } from '../../ui/button.tsx'
import { cn } from '../../ui/cn.ts'
import { Input } from '../../ui/input.tsx'

/** The longest question the server takes. */
const longest = 200

export type SearchBoxProps = Omit<ComponentProps<'input'>, 'onChange' | 'value'> & {
  label: string
  value: string
  onChange: (value: string) => void
  ref?: Ref<HTMLInputElement>
}

/** The one box: what one is looking for, and a cross that empties it. */
export function SearchBox({ label, value, onChange, className, ref, ...rest }: SearchBoxProps) {
  return (
    <div className={cn('relative', className)}>
      <Search
        className="pointer-events-none absolute start-4 top-1/2 -translate-y-1/2 text-muted"
        aria-hidden="true"
      />
      <Input
        ref={ref}
        type="text"
        inputMode="search"
        enterKeyHint="search"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        aria-label={label}
        placeholder="A word, a name, a sentence"
        maxLength={longest}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        className="min-h-14 ps-[3.25rem]! pe-14!"
        {...rest}
      />
      {value === '' ? null : (
        <button
          type="button"
          className={cn(
            buttonStyle({ variant: 'ghost', size: 'icon' }),
            'absolute! end-1 top-1/2 -translate-y-1/2',
          )}
          onClick={() => onChange('')}
        >
          <X aria-hidden="true" />
          <span className="sr-only">Empty the search box</span>
        </button>
      )}
    </div>
  )
}
