import type { ReactNode } from 'react'
import { paint, skin } from './colours.ts'
import { Face } from './face.tsx'
import { levelPath } from './levels.ts'

/** A card with a question, pulled from a fan of cards. */
export function AskDrawing() {
  return (
    <Spot>
      <g transform="translate(100 84)">
        <rect
          x={-42}
          y={-52}
          width={84}
          height={112}
          rx={10}
          fill={paint.mint}
          transform="rotate(-16 0 60)"
        />
        <rect x={-42} y={-52} width={84} height={112} rx={10} fill={paint.leaf} transform="rotate(15 0 60)" />
        <rect x={-44} y={-58} width={88} height={116} rx={10} fill={paint.paper} />
        <path
          d="M-14 -22C-14 -42 16 -42 16 -22C16 -8 0 -8 0 8"
          fill="none"
          stroke={paint.leaf}
          strokeWidth={9}
          strokeLinecap="round"
        />
        <circle cx={0} cy={26} r={6} fill={paint.leaf} />
        <path d="M-24 44H24" stroke={paint.mist} strokeWidth={6} strokeLinecap="round" />
      </g>
    </Spot>
  )
}

/** A grandfather in a telephone, and the red light. */
export function RecordDrawing() {
  return (
    <Spot>
      <rect x={54} y={12} width={92} height={150} rx={16} fill={paint.ink} />
      <rect x={61} y={20} width={78} height={134} rx={10} fill="#2c4436" />
      <path d="M64 154C64 112 80 102 100 102S136 112 136 154Z" fill={paint.green} />
      <Face x={100} y={76} size={28} skin={skin.warm} eyes="smiling" mouth="grin" />
      <path
        d="M70 80C64 64 68 56 76 52C73 62 74 70 75 80ZM130 80C136 64 132 56 124 52C127 62 126 70 125 80Z"
        fill={paint.silver}
      />
      <circle cx={75} cy={34} r={6} fill={paint.red} />
      <path d="M88 34H112" stroke={paint.paper} strokeWidth={5} strokeLinecap="round" />
      <g fill="none" stroke={paint.leaf} strokeWidth={5} strokeLinecap="round">
        <path d="M164 66C170 76 170 92 164 102M178 54C190 74 190 94 178 114M36 66C30 76 30 92 36 102M22 54C10 74 10 94 22 114" />
      </g>
    </Spot>
  )
}

/** A jar of jam with a recording in it: what is kept well keeps. */
export function KeepDrawing() {
  const heights = [14, 30, 20, 40, 26, 46, 30, 18]
  return (
    <Spot>
      <ellipse cx={100} cy={162} rx={58} ry={7} fill={paint.ink} opacity={0.12} />
      <path
        d="M52 60C52 48 58 44 66 44H134C142 44 148 48 148 60V142C148 154 140 160 130 160H70C60 160 52 154 52 142Z"
        fill={paint.paper}
        fillOpacity={0.8}
      />
      <path d="M52 84H148V142C148 154 140 160 130 160H70C60 160 52 154 52 142Z" fill={paint.green} />
      <rect x={58} y={22} width={84} height={24} rx={6} fill={paint.pine} />
      <path
        d="M50 46C60 58 66 42 78 48S94 58 102 48 122 58 128 48 142 56 150 46L142 32H58Z"
        fill={paint.cream}
      />
      <rect x={64} y={92} width={72} height={54} rx={6} fill={paint.paper} />
      <path
        d={levelPath(heights, 73, 7.7, 119)}
        stroke={paint.leaf}
        strokeWidth={4.5}
        strokeLinecap="round"
      />
      <circle cx={150} cy={146} r={20} fill={paint.pine} />
      <path
        d="M141 146L148 153L160 139"
        fill="none"
        stroke={paint.paper}
        strokeWidth={5}
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </Spot>
  )
}

/** A written page with a photograph and a pencil. */
export function ReadDrawing() {
  return (
    <Spot>
      <path d="M46 20H136L154 38V160H46Z" fill={paint.paper} />
      <path d="M136 20V38H154Z" fill={paint.mint} />
      <rect x={60} y={44} width={40} height={40} rx={4} fill={paint.mint} />
      <circle cx={80} cy={60} r={9} fill={skin.fair} />
      <path d="M64 84C66 70 94 70 96 84Z" fill={paint.pine} />
      <path
        d="M112 52H140M112 68H134M62 102H138M62 136H120"
        stroke="#b9c2bb"
        strokeWidth={6}
        strokeLinecap="round"
      />
      <rect x={56} y={110} width={66} height={17} rx={5} fill={paint.lamp} opacity={0.75} />
      <path d="M62 119H114" stroke={paint.ink} strokeWidth={6} strokeLinecap="round" />
      <g transform="translate(132 132) rotate(42)">
        <path d="M-10 -62H10V0L0 18L-10 0Z" fill={paint.green} />
        <path d="M-10 0H10L0 18Z" fill={skin.fair} />
        <path d="M-3 12L3 12L0 18Z" fill={paint.ink} />
        <rect x={-10} y={-74} width={20} height={14} rx={4} fill={paint.blush} />
      </g>
    </Spot>
  )
}

/** A book from which a tree grows. */
export function GiveDrawing() {
  return (
    <Spot>
      <path
        d="M100 132C98 110 104 96 100 74M101 108C112 104 120 98 122 88M99 98C90 94 82 88 80 80"
        fill="none"
        stroke={paint.bark}
        strokeWidth={7}
        strokeLinecap="round"
      />
      <g fill={paint.leaf}>
        <circle cx={100} cy={50} r={30} />
        <circle cx={66} cy={66} r={24} fill={paint.green} />
        <circle cx={134} cy={68} r={25} fill={paint.pine} />
      </g>
      <Face x={100} y={50} size={15} skin={skin.fair} eyes="smiling" />
      <Face x={66} y={67} size={13} skin={skin.tan} />
      <Face x={134} y={69} size={13} skin={skin.brown} mouth="grin" />
      <path
        d="M20 128C48 116 80 118 100 132C120 118 152 116 180 128V160C152 150 120 152 100 164C80 152 48 150 20 160Z"
        fill={paint.bark}
      />
      <path d="M26 122C52 112 82 114 100 128V156C82 144 52 142 26 152Z" fill={paint.cream} />
      <path d="M174 122C148 112 118 114 100 128V156C118 144 148 142 174 152Z" fill={paint.paper} />
      <path
        d="M42 130C56 126 70 127 82 132M118 132C130 127 144 126 158 130M42 141C56 137 70 138 82 143"
        fill="none"
        stroke="#b9c2bb"
        strokeWidth={4}
        strokeLinecap="round"
      />
    </Spot>
  )
}

function Spot({ children }: { children: ReactNode }) {
  return (
    <svg viewBox="0 0 200 176" aria-hidden="true">
      {children}
    </svg>
  )
}
