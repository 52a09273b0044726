import { Search, X } from 'lucide-react'
import { type ComponentProps, type Ref, useRef } from 'react'
import { limits } from '#contract/limits.ts'
import { buttonStyle } from './button.tsx'
import { cn } from './cn.ts'
import { Input } from './input.tsx'

export type SearchFieldProps = Omit<ComponentProps<'input'>, 'onChange' | 'value' | 'size'> & {
  /** What is searched; also the placeholder, unless another is given. */
  label: string
  value: string
  onChange: (value: string) => void
  /** `large` is for pages whose only purpose is searching. */
  size?: 'plain' | 'large'
  ref?: Ref<HTMLInputElement>
}

/** A search field with a cross that empties it. */
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
    // The cross disappears, and with it the focus of a person who pressed it by key.
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
          // Hides the browser's own cross, which is small, and which only some browsers have.
          '[&::-webkit-search-cancel-button]:hidden',
          // Room for the cross, only while there is one: on a phone the placeholder would otherwise be cut off.
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
