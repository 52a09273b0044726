import { paint, skin } from './colours.ts'
import { levelPath } from './levels.ts'

/** The kitchen table: tea, pears, the album, and in front the telephone that records. */
export function KitchenTable() {
  return (
    <g>
      <path d="M40 672V800H960V672Z" fill={paint.paper} className="hero-cloth" />
      <path
        d="M130 700C122 740 126 770 118 800M330 716C336 750 328 776 334 800M690 716C684 752 692 774 686 800M872 700C880 744 874 770 882 800"
        fill="none"
        stroke={paint.mist}
        strokeWidth={7}
        className="hero-fold"
      />
      <ellipse cx={500} cy={672} rx={481} ry={63} fill={paint.green} />
      <ellipse cx={500} cy={664} rx={481} ry={62} fill={paint.mist} className="hero-tabletop" />
      <Album />
      <Teapot />
      <Cup x={96} y={640} />
      <Pears />
      <Telephone />
    </g>
  )
}

function Album() {
  return (
    <g transform="translate(206 618)">
      <path d="M2 20L92 8L182 20L196 84L92 76L-12 84Z" fill={paint.bark} />
      <path d="M6 14C36 4 70 4 92 12V70C66 62 30 64 -6 76Z" fill={paint.cream} />
      <path d="M178 14C148 4 114 4 92 12V70C118 62 154 64 190 76Z" fill={paint.paper} />
      <path d="M92 12V70" stroke={paint.silver} strokeWidth={3} />
      <path d="M20 22L54 18L52 46L14 51Z" fill={paint.mint} />
      <circle cx={34} cy={30} r={6} fill={skin.fair} />
      <path d="M22 48C24 36 44 34 46 45Z" fill={paint.pine} />
      <path d="M112 20L158 26L164 48L114 40Z" fill={paint.lamp} />
      <path d="M114 40L128 30L140 36L150 31L164 48Z" fill={paint.leaf} />
      <path d="M112 54L152 60M20 60L50 57" stroke="#b9bfb9" strokeWidth={4} strokeLinecap="round" />
    </g>
  )
}

function Teapot() {
  return (
    <g transform="translate(406 566)">
      <ellipse cx={40} cy={72} rx={48} ry={9} fill={paint.ink} opacity={0.12} />
      <path d="M78 36C98 32 104 18 112 12L120 20C112 44 98 58 78 60Z" fill={paint.leaf} />
      <path d="M4 30C-22 28 -22 66 8 62" fill="none" stroke={paint.leaf} strokeWidth={9} />
      <path d="M0 44C0 16 18 6 41 6S82 16 82 44C82 66 64 74 41 74S0 66 0 44Z" fill={paint.green} />
      <path d="M20 10C28 2 54 2 62 10Z" fill={paint.leaf} />
      <circle cx={41} cy={-1} r={7} fill={paint.leaf} />
      <path
        d="M14 34C18 24 26 20 34 19"
        fill="none"
        stroke={paint.mist}
        strokeWidth={5}
        strokeLinecap="round"
      />
    </g>
  )
}

function Cup({ x, y }: { x: number; y: number }) {
  return (
    <g transform={`translate(${x} ${y})`}>
      <ellipse cx={0} cy={30} rx={40} ry={9} fill={paint.paper} />
      <path d="M24 4C42 2 42 22 22 20" fill="none" stroke={paint.leaf} strokeWidth={6} />
      <path d="M-26 0H26C26 18 20 30 0 30S-26 18 -26 0Z" fill={paint.leaf} />
      <ellipse cx={0} cy={0} rx={26} ry={6} fill="#a9744a" />
      <path
        d="M-8 -14C-14 -24 -2 -28 -8 -40M8 -14C2 -24 14 -28 8 -40"
        fill="none"
        stroke={paint.paper}
        strokeWidth={4}
        strokeLinecap="round"
        opacity={0.8}
      />
    </g>
  )
}

function Pears() {
  const pear = 'M0 -30C9 -30 9 -16 13 -8C22 2 18 22 0 22S-22 2 -13 -8C-9 -16 -9 -30 0 -30Z'
  return (
    <g transform="translate(846 664)">
      <g stroke={paint.bark} strokeWidth={4} strokeLinecap="round">
        <path d={pear} transform="translate(-26 -18) rotate(-10)" fill="#b5d67a" stroke="none" />
        <path d={pear} transform="translate(22 -20) rotate(12)" fill="#c7de86" stroke="none" />
        <path d={pear} transform="translate(-1 -24)" fill="#9cc867" stroke="none" />
        <path d="M-1 -54C0 -60 4 -63 8 -64M-32 -46L-36 -54M29 -48L34 -55" fill="none" />
      </g>
      <path d="M-58 -14H58C56 16 36 30 0 30S-56 16 -58 -14Z" fill={paint.cream} />
      <path d="M-54 0C-30 8 30 8 54 0" fill="none" stroke={paint.green} strokeWidth={6} />
    </g>
  )
}

/** It stands on the table and sees what we see: the one who tells, small, beside a red light and a level that moves. */
function Telephone() {
  const levels = [10, 22, 34, 18, 40, 28, 46, 30, 16, 36, 24, 12]
  return (
    <g transform="translate(500 606) scale(0.88)">
      <ellipse cx={110} cy={138} rx={112} ry={12} fill={paint.ink} opacity={0.16} />
      <path d="M66 116L46 140H174L154 116Z" fill={paint.bark} />
      <rect x={0} y={0} width={220} height={124} rx={18} fill={paint.ink} />
      <rect x={8} y={8} width={204} height={108} rx={11} fill="#2c4436" />
      <g transform="translate(8 8)">
        <path d="M26 108C24 78 40 66 68 66S112 78 110 108Z" fill={paint.leaf} />
        <circle cx={68} cy={20} r={9} fill={paint.silver} />
        <circle cx={68} cy={42} r={23} fill={paint.silver} />
        <circle cx={69} cy={46} r={19} fill={skin.fair} />
        <path d="M65 54C68 52 73 52 75 54C75 60 66 61 65 54Z" fill="#7a2f28" />
        <g fill="none" stroke={paint.ink} strokeWidth={2}>
          <circle cx={63} cy={45} r={6} />
          <circle cx={78} cy={45} r={6} />
        </g>
      </g>
      <circle cx={140} cy={34} r={9} fill={paint.red} />
      <circle cx={140} cy={34} r={14} fill="none" stroke={paint.red} strokeWidth={2.5} opacity={0.7} />
      <path d="M164 34H196" stroke={paint.paper} strokeWidth={6} strokeLinecap="round" />
      <path d={levelPath(levels, 132, 6.2, 84)} stroke={paint.green} strokeWidth={4} strokeLinecap="round" />
    </g>
  )
}
