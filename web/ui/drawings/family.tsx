/** Three generations under a tree's crown, in two greens, ink and paper. */
export function FamilyDrawing() {
  return (
    <svg viewBox="0 0 340 240" role="presentation" aria-hidden="true" className="h-auto w-full">
      <ellipse cx="170" cy="222" rx="120" ry="10" fill="#1d1d1d" opacity="0.08" />
      <path d="M170 220v-96" stroke="#2E9156" strokeWidth="10" strokeLinecap="round" />
      <path
        d="M170 150 104 96M170 150l66-54M170 186l-84-8M170 186l84-8"
        stroke="#2E9156"
        strokeWidth="6"
        strokeLinecap="round"
        fill="none"
      />
      <circle cx="170" cy="72" r="52" fill="#CFEBD9" />
      <circle cx="98" cy="86" r="36" fill="#CFEBD9" />
      <circle cx="242" cy="86" r="36" fill="#CFEBD9" />
      {[
        [170, 66, 22],
        [98, 88, 17],
        [242, 88, 17],
        [80, 176, 15],
        [260, 176, 15],
      ].map(([x = 0, y = 0, r = 0]) => (
        <g key={`${x} ${y}`}>
          <circle cx={x} cy={y} r={r} fill="#ffffff" stroke="#1d1d1d" strokeWidth="2.5" />
          <circle cx={x} cy={y - r * 0.2} r={r * 0.32} fill="#42CC79" stroke="#1d1d1d" strokeWidth="2" />
          <path
            d={`M${x - r * 0.5} ${y + r * 0.62}a${r * 0.5} ${r * 0.42} 0 0 1 ${r} 0`}
            fill="#42CC79"
            stroke="#1d1d1d"
            strokeWidth="2"
          />
        </g>
      ))}
    </svg>
  )
}
