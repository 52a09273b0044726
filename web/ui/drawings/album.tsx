/** An open album on the table, a cup beside it, a first page waiting. */
export function AlbumDrawing() {
  return (
    <svg viewBox="0 0 340 220" className="h-auto w-full" aria-hidden="true" fill="none">
      <ellipse cx="170" cy="196" rx="160" ry="16" fill="#42CC79" opacity="0.18" />
      <path
        d="M44 62c40-12 86-10 124 8v116c-38-16-84-18-124-8Z"
        fill="#FFFFFF"
        stroke="#1D1D1D"
        strokeWidth="4"
        strokeLinejoin="round"
      />
      <path
        d="M292 62c-40-12-86-10-124 8v116c38-16 84-18 124-8Z"
        fill="#FFFFFF"
        stroke="#1D1D1D"
        strokeWidth="4"
        strokeLinejoin="round"
      />
      <path
        d="M36 72v118c44-10 92-8 132 8 40-16 88-18 132-8V72"
        stroke="#2E9156"
        strokeWidth="5"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
      <rect
        x="64"
        y="80"
        width="72"
        height="56"
        rx="6"
        transform="rotate(-4 100 108)"
        fill="#42CC79"
        stroke="#1D1D1D"
        strokeWidth="3.5"
      />
      <circle cx="90" cy="102" r="9" fill="#FFFFFF" stroke="#1D1D1D" strokeWidth="3" />
      <circle cx="112" cy="105" r="7" fill="#FFFFFF" stroke="#1D1D1D" strokeWidth="3" />
      <path
        d="M76 127c2-12 26-14 29-1M104 125c2-9 17-10 19 0"
        stroke="#1D1D1D"
        strokeWidth="3"
        strokeLinecap="round"
      />
      <path
        d="M70 154c18-5 40-5 64-1M70 167c14-4 28-4 44-2"
        stroke="#2E9156"
        strokeWidth="4"
        strokeLinecap="round"
      />
      <rect
        x="196"
        y="82"
        width="74"
        height="54"
        rx="6"
        transform="rotate(3 233 109)"
        stroke="#2E9156"
        strokeWidth="3.5"
        strokeDasharray="8 8"
      />
      <path d="M233 98v22M222 109h22" stroke="#2E9156" strokeWidth="4" strokeLinecap="round" />
      <path
        d="M200 156c20-6 44-7 66-3M200 169c12-4 26-5 40-4"
        stroke="#E5E5E5"
        strokeWidth="4"
        strokeLinecap="round"
      />
      <path
        d="M206 48c0-16 14-28 32-28s32 12 32 27-14 27-32 27c-4 0-8-.6-11-1.7L212 78l3-11c-6-5-9-12-9-19Z"
        fill="#42CC79"
        stroke="#1D1D1D"
        strokeWidth="4"
        strokeLinejoin="round"
      />
      <path d="M238 62V36" stroke="#1D1D1D" strokeWidth="4" strokeLinecap="round" />
      <path
        d="M238.5 50c0-8 5-13 14-13.5 0 8.5-5 13.5-14 13.5ZM237.5 55c-7 .5-11-2-13-8 7-1 12 2 13 8Z"
        fill="#FFFFFF"
        stroke="#1D1D1D"
        strokeWidth="2.5"
        strokeLinejoin="round"
      />
    </svg>
  )
}
