import { paint, skin } from './colours.ts'

/** The kitchen: by day in the light scheme, in the evening in the dark one (landing.css repaints it). */
export function Room() {
  return (
    <g>
      <rect width={1000} height={800} fill="#e4f2e8" className="hero-wall" />
      <g fill="#d2e8d9" className="hero-dots">
        {dots.map(([x, y]) => (
          <circle key={`${x} ${y}`} cx={x} cy={y} r={5} />
        ))}
      </g>
      <rect y={560} width={1000} height={240} fill="#d3e6d8" className="hero-wainscot" />
      <path d="M0 560H1000" stroke="#bcd6c4" strokeWidth={8} className="hero-rail" />
      <defs>
        <radialGradient id="lamp-light">
          <stop offset="0" stopColor="#ffe9a8" stopOpacity="0.9" />
          <stop offset="0.45" stopColor="#ffe9a8" stopOpacity="0.32" />
          <stop offset="1" stopColor="#ffe9a8" stopOpacity="0" />
        </radialGradient>
      </defs>
      <circle cx={450} cy={230} r={390} fill="url(#lamp-light)" className="hero-light" />
      <Window />
      <Portraits />
      <Lamp />
    </g>
  )
}

const dots = Array.from({ length: 8 }, (_, row) =>
  Array.from({ length: 13 }, (_, column) => [40 + column * 80 + (row % 2) * 40, 40 + row * 66] as const),
).flat()

function Window() {
  return (
    <g>
      <rect x={60} y={70} width={220} height={214} rx={8} fill={paint.paper} className="hero-frame" />
      <rect x={74} y={84} width={192} height={186} fill="#cdeaf0" className="hero-sky" />
      <circle cx={226} cy={122} r={20} fill={paint.lamp} className="hero-sun" />
      <path
        d="M74 222C112 196 160 206 188 214S244 220 266 208V270H74Z"
        fill="#7ccb97"
        className="hero-hill"
      />
      <path d="M74 246C120 228 200 240 266 232V270H74Z" fill={paint.leaf} className="hero-field" />
      <path
        d="M126 236C130 214 124 204 132 190"
        stroke={paint.bark}
        strokeWidth={8}
        strokeLinecap="round"
        fill="none"
      />
      <g fill={paint.pine}>
        <circle cx={116} cy={176} r={22} />
        <circle cx={142} cy={164} r={24} />
        <circle cx={150} cy={186} r={18} />
      </g>
      <path d="M170 84V270M74 172H266" stroke={paint.paper} strokeWidth={9} className="hero-bars" />
      <path d="M50 62H290" stroke={paint.bark} strokeWidth={8} strokeLinecap="round" />
      <path d="M58 64H118C118 140 104 190 62 224Z" fill={paint.mint} className="hero-curtain" />
      <path d="M282 64H222C222 140 236 190 278 224Z" fill={paint.mint} className="hero-curtain" />
      <path
        d="M80 66C80 120 76 160 66 196M260 66C260 120 264 160 274 196"
        stroke={paint.green}
        strokeWidth={4}
        fill="none"
        opacity={0.6}
      />
      <rect x={46} y={282} width={248} height={14} rx={7} fill={paint.paper} className="hero-frame" />
      <g transform="translate(84 238)">
        <path d="M0 44C-4 18 4 4 22 2C40 4 46 20 44 44Z" fill="#3b332e" />
        <path d="M6 6L2 -16L17 -6H28L42 -16L38 8C40 24 8 24 6 6Z" fill="#3b332e" />
        <path
          d="M44 40C62 42 66 26 58 14"
          fill="none"
          stroke="#3b332e"
          strokeWidth={8}
          strokeLinecap="round"
        />
        <path
          d="M13 4C15 1 18 1 20 4M26 4C28 1 31 1 33 4"
          fill="none"
          stroke={paint.lamp}
          strokeWidth={2.5}
          strokeLinecap="round"
        />
      </g>
    </g>
  )
}

/** Pictures on the wall, of what the stories are about: a wedding, a boat, somebody’s first school day. */
function Portraits() {
  return (
    <g>
      <g transform="translate(588 92)">
        <rect width={112} height={136} rx={6} fill={paint.bark} />
        <rect x={10} y={10} width={92} height={116} fill={paint.cream} />
        <path d="M22 126C22 92 34 82 44 82S60 90 60 126Z" fill={paint.ink} />
        <path
          d="M52 126C52 96 62 84 72 84S96 100 98 126Z"
          fill={paint.paper}
          stroke={paint.silver}
          strokeWidth={2}
        />
        <circle cx={43} cy={62} r={17} fill={skin.warm} />
        <circle cx={73} cy={65} r={16} fill={skin.fair} />
        <path d="M25 60C26 44 36 40 46 42C56 44 60 52 60 58C50 56 34 56 25 60Z" fill="#4a342a" />
        <path
          d="M56 66C56 48 66 44 76 46C90 50 94 70 92 92C86 84 88 66 78 58C70 62 62 60 56 66Z"
          fill={paint.mist}
        />
      </g>
      <g transform="translate(724 70)">
        <rect width={142} height={104} rx={6} fill={paint.leaf} />
        <rect x={9} y={9} width={124} height={86} fill="#d8eef2" />
        <path d="M9 66C40 60 96 70 133 62V95H9Z" fill="#6fb5a4" />
        <path d="M40 64H104L92 80H52Z" fill={paint.bark} />
        <path d="M70 60V22L98 58Z" fill={paint.paper} />
        <path d="M66 58V30L46 58Z" fill={paint.lamp} />
      </g>
      <g transform="translate(886 108)">
        <ellipse cx={44} cy={56} rx={44} ry={56} fill="#b8935a" />
        <ellipse cx={44} cy={56} rx={34} ry={46} fill={paint.cream} />
        <path d="M16 82C18 66 30 62 44 62S70 66 72 82C64 96 56 102 44 102S24 96 16 82Z" fill={paint.pine} />
        <circle cx={44} cy={46} r={18} fill={skin.brown} />
        <path d="M25 46C24 28 34 24 44 24S64 28 63 46C58 36 30 36 25 46Z" fill="#2b2522" />
        <circle cx={24} cy={50} r={6} fill="#2b2522" />
        <circle cx={64} cy={50} r={6} fill="#2b2522" />
      </g>
    </g>
  )
}

/** Its light falls on the one who tells. */
function Lamp() {
  return (
    <g>
      <path d="M450 0V96" stroke={paint.ink} strokeWidth={5} />
      <circle cx={450} cy={172} r={19} fill={paint.lamp} />
      <path d="M376 168C380 118 416 94 450 94S520 118 524 168Z" fill={paint.pine} />
      <path
        d="M394 150C400 126 420 110 440 107"
        fill="none"
        stroke={paint.green}
        strokeWidth={6}
        strokeLinecap="round"
      />
    </g>
  )
}
