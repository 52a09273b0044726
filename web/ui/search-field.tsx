import { Search, X } from 'lucide-react'
import { type ComponentProps, type Ref, useRef } from 'react'
import { limits } from '#contract/limits.ts'
import { buttonStyle } from './button.tsx'
import { cn } from './cn.ts'
import { Input } from './input.tsx'

export type SearchFieldProps = Omit<ComponentProps<'input'>, 'onChange' | 'value' | 'size'> & {
  /** What is searched; it stands in the field, too, unless another placeholder is given. */
  label: string
  value: string
  onChange: (value: string) => void
  /** Large where searching is all that a page is for. */
  size?: 'plain' | 'large'
  ref?: Ref<HTMLInputElement>
}

/** Where one types what one is looking for, and a cross that empties it. */
export function SearchField({
  label,
  value,
  onChange,
  size = 'plain',
  className,
  ref,
  ...rest
}: SearchFieldProps) {
  const around = useRef<HTMLDivElement>(null)
  const empty = () => {
    onChange('')
    // The cross goes, and with it the focus of whoever pressed it by key.
    around.current?.querySelector('input')?.focus()
  }

  return (
    <div ref={around} className={cn('relative', className)}>
      <Search
        className="pointer-events-none absolute start-4 top-1/2 -translate-y-1/2 text-muted"
        aria-hidden="true"
      />
      <Input
        ref={ref}
        type="search"
        enterKeyHint="search"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        aria-label={label}
        placeholder={label}
        maxLength={limits.searchText}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        className={cn(
          // The browser's own cross is small, and only some have one.
          '[&::-webkit-search-cancel-button]:hidden',
          // Where the cross stands; on a phone what is searched would be cut by the room for none.
          value !== '' && 'pe-14!',
          size === 'large' ? 'min-h-14 ps-[3.25rem]!' : 'ps-[3rem]!',
        )}
        {...rest}
      />
      {value === '' ? null : (
        <button
          type="button"
          className={cn(
            buttonStyle({ variant: 'ghost', size: 'icon' }),
            'absolute! end-1 top-1/2 -translate-y-1/2',
          )}
          onClick={empty}
        >
          <X aria-hidden="true" />
          <span className="sr-only">Empty the search box</span>
        </button>
      )}
    </div>
  )
}
