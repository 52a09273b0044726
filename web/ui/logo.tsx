/** The mark: a speech bubble with a young plant in it. `size` is in pixels at the usual text size; the mark grows with the text. */
export function LogoMark({ size = 40 }: { size?: number }) {
  return (
    <svg width={`${size / 16}rem`} height={`${size / 16}rem`} viewBox="0 0 48 48" aria-hidden="true">
      <path
        d="M24 3C12.4 3 3 11.7 3 22.5c0 6 2.9 11.3 7.5 14.9L8.6 45l9.3-4c2 .5 4 .8 6.1.8 11.6 0 21-8.7 21-19.4S35.6 3 24 3Z"
        fill="#42CC79"
      />
      <path d="M23 34V13.5" fill="none" stroke="#1D1D1D" strokeWidth="3.6" strokeLinecap="round" />
      <path d="M23.5 25.5c0-7.5 4.5-12 12-12.5 0 7.5-4.5 12-12 12.5Z" fill="#FFFFFF" />
      <path d="M23.5 27c5.5 0 8.5 2.5 10 7.5-5.5.5-9.3-2-10-7.5Z" fill="#2E9156" />
      <path d="M14.5 27.5c4.5-.5 7.5-2.5 8.5-7-4.8-.3-8 2.3-8.5 7Z" fill="#FFFFFF" />
    </svg>
  )
}

/** The mark with the name. */
export function Logo({ size = 40 }: { size?: number }) {
  return (
    <span className="inline-flex items-center gap-3">
      <LogoMark size={size} />
      <span translate="no" className="font-story text-xl font-semibold tracking-tight">
        Kinora
      </span>
    </span>
  )
}
