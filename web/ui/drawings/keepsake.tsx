/** A lidded box with a story safely in it: the end of a session, or the place for files. */
export function KeepsakeDrawing() {
  return (
    <svg viewBox="0 0 340 220" className="h-auto w-full" aria-hidden="true" fill="none">
      <ellipse cx="170" cy="200" rx="140" ry="13" fill="#42CC79" opacity="0.18" />
      <rect
        x="110"
        y="40"
        width="76"
        height="92"
        rx="6"
        transform="rotate(-9 148 86)"
        fill="#FFFFFF"
        stroke="#1D1D1D"
        strokeWidth="4"
      />
      <path
        d="m126 112 16-22 14 14 8-10 15 18"
        stroke="#2E9156"
        strokeWidth="4"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
      <circle cx="150" cy="70" r="9" fill="#42CC79" stroke="#1D1D1D" strokeWidth="3.5" />
      <rect
        x="168"
        y="32"
        width="70"
        height="94"
        rx="6"
        transform="rotate(8 203 79)"
        fill="#FFFFFF"
        stroke="#1D1D1D"
        strokeWidth="4"
      />
      <path d="m186 56 38 5M184 72l38 5M182 88l24 3" stroke="#2E9156" strokeWidth="4" strokeLinecap="round" />
      <path
        d="M72 112h196v72a10 10 0 0 1-10 10H82a10 10 0 0 1-10-10Z"
        fill="#42CC79"
        stroke="#1D1D1D"
        strokeWidth="4.5"
        strokeLinejoin="round"
      />
      <path d="M62 112h216" stroke="#1D1D1D" strokeWidth="7" strokeLinecap="round" />
      <path
        d="M170 178s-30-16-30-35c0-10 8-16 16-16 6 0 11 3 14 8 3-5 8-8 14-8 8 0 16 6 16 16 0 19-30 35-30 35Z"
        fill="#FFFFFF"
        stroke="#1D1D1D"
        strokeWidth="4"
        strokeLinejoin="round"
      />
    </svg>
  )
}
