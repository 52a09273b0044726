import { useState } from 'react'

export type BookCoverProps = {
  title: string
  subtitle?: string
  /** Signed address of the cover's picture; null shows an ornament instead. */
  image: string | null
  /** Called when the address has expired. */
  onBroken?: () => void
}

/** The front of a book, drawn as a linen cover with a picture or an ornament, and the title on a label. */
export function BookCover({ title, subtitle, image, onBroken }: BookCoverProps) {
  const [broken, setBroken] = useState<string | null>(null)
  const shown = image !== broken ? image : null

  return (
    <div className="@container relative flex aspect-[2/3] w-full flex-col overflow-hidden rounded-s-[4px] rounded-e-card bg-[#1f4d33] text-white shadow-card">
      <div aria-hidden="true" className="absolute inset-y-0 start-0 w-[5%] bg-black/20" />
      <div className="flex min-h-0 flex-1 items-center justify-center p-[9%] ps-[13%]">
        {shown ? (
          <img
            src={shown}
            alt=""
            loading="lazy"
            decoding="async"
            onError={() => {
              setBroken(shown)
              onBroken?.()
            }}
            className="size-full rounded-[4px] object-cover"
          />
        ) : (
          <Ornament />
        )}
      </div>
      <div className="ms-[5%] bg-[#f6f3ea] px-[8%] py-[7%] text-center text-[#1d1d1d]">
        <p
          dir="auto"
          // The padding makes room for descenders of the last line, which the line clamp would cut off.
          className="-mb-[0.2em] line-clamp-3 pb-[0.2em] font-story text-[clamp(1rem,9cqw,2.25rem)] leading-tight font-semibold wrap-anywhere"
        >
          {title}
        </p>
        {subtitle ? (
          <p dir="auto" className="mt-[3%] line-clamp-2 text-[clamp(1rem,4.5cqw,1.25rem)] text-[#555]">
            {subtitle}
          </p>
        ) : null}
      </div>
    </div>
  )
}

/** The ornament: two branches around an open book, drawn for Kinora. */
function Ornament() {
  return (
    <svg viewBox="0 0 120 120" className="w-3/4 max-w-[15rem]" aria-hidden="true">
      <g fill="none" stroke="#cfe8d6" strokeWidth="2" strokeLinecap="round" strokeLinejoin="round">
        <path d="M60 104C30 98 16 74 20 40M60 104c30-6 44-30 40-64" />
        {[46, 58, 70, 82].map((y, index) => (
          <g key={y}>
            <path d={`M${21 + index * 3.4} ${y}c-9-1-12-6-12-11 7 0 12 4 12 11Z`} />
            <path d={`M${99 - index * 3.4} ${y}c9-1 12-6 12-11-7 0-12 4-12 11Z`} />
          </g>
        ))}
        <path d="M60 46c-8-6-18-7-26-5v32c8-2 18-1 26 5 8-6 18-7 26-5V41c-8-2-18-1-26 5Zm0 0v32" />
        <path d="M41 50c4-.6 8 0 12 2M41 58c4-.6 8 0 12 2M79 50c-4-.6-8 0-12 2M79 58c-4-.6-8 0-12 2" />
      </g>
    </svg>
  )
}
