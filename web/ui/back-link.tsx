import { createLink } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import type { ComponentProps } from 'react'
import { buttonStyle } from './button.tsx'
import { cn } from './cn.ts'

/** A link to the page that this one belongs to, above its heading: `<BackLink to="/app/labs">Back to Labs</BackLink>`. */
export const BackLink = createLink(function BackAnchor({
  className,
  children,
  ...rest
}: ComponentProps<'a'>) {
  return (
    // The router marks every parent of this page as the current one (`aria-current`), but the page one goes back to is not.
    <a
      className={cn(buttonStyle({ variant: 'ghost', size: 'sm' }), '-ms-4', className)}
      {...rest}
      aria-current={false}
    >
      <ArrowLeft size={22} className="rtl:-scale-x-100" aria-hidden="true" />
      {children}
    </a>
  )
})
