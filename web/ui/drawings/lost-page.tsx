/** A page that has slipped out of the album and sails off as a paper boat. */
export function LostPageDrawing() {
  return (
    <svg viewBox="0 0 340 220" className="h-auto w-full" aria-hidden="true" fill="none">
      <circle cx="262" cy="58" r="30" fill="#42CC79" opacity="0.35" />
      <path
        d="M84 132h172l-34 44H118Z"
        fill="#FFFFFF"
        stroke="#1D1D1D"
        strokeWidth="4"
        strokeLinejoin="round"
      />
      <path d="M170 46 120 132h50Z" fill="#42CC79" stroke="#1D1D1D" strokeWidth="4" strokeLinejoin="round" />
      <path d="m170 46 50 86h-50Z" fill="#FFFFFF" stroke="#1D1D1D" strokeWidth="4" strokeLinejoin="round" />
      <path d="M182 108h20M182 120h28" stroke="#2E9156" strokeWidth="4" strokeLinecap="round" />
      <path
        d="M20 182c20-14 40-14 60 0s40 14 60 0 40-14 60 0 40 14 60 0 40-14 60 0"
        stroke="#2E9156"
        strokeWidth="5"
        strokeLinecap="round"
      />
      <path
        d="M60 204c16-10 32-10 48 0s32 10 48 0 32-10 48 0 32 10 48 0"
        stroke="#42CC79"
        strokeWidth="5"
        strokeLinecap="round"
      />
    </svg>
  )
}
