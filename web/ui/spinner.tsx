/** A turning ring. Decorative only: say in words beside it what is being waited for. `size` is the same as for icons. */
export function Spinner({ size = 28 }: { size?: number }) {
  return (
    <svg
      className="animate-spin text-current"
      width={`${size / 16}rem`}
      height={`${size / 16}rem`}
      viewBox="0 0 24 24"
      fill="none"
      aria-hidden="true"
    >
      <circle cx="12" cy="12" r="9" stroke="currentColor" strokeOpacity="0.25" strokeWidth="3" />
      <path d="M21 12a9 9 0 0 0-9-9" stroke="currentColor" strokeWidth="3" strokeLinecap="round" />
    </svg>
  )
}

/** Shown in place of a whole page while it loads. */
export function PageSpinner({ label = 'One moment' }: { label?: string }) {
  return (
    <div className="flex min-h-[50dvh] flex-col items-center justify-center gap-4 text-leaf" role="status">
      <Spinner size={44} />
      <span className="text-muted">{label}</span>
    </div>
  )
}
