import { paint } from './colours.ts'

type FaceProps = {
  x: number
  y: number
  /** Half the width of the head. */
  size: number
  skin: string
  /** Where the eyes look: -1 left, 1 right. */
  look?: number
  eyes?: 'open' | 'smiling' | 'asleep'
  mouth?: 'smile' | 'grin' | 'telling' | 'still'
}

/** A head without hair: ears, eyes, a nose, a mouth, warm cheeks. */
export function Face({ x, y, size, skin, look = 0, eyes = 'open', mouth = 'smile' }: FaceProps) {
  const turn = look * size * 0.16
  return (
    <g transform={`translate(${x} ${y}) scale(${size / 60})`}>
      <circle cx={-58} cy={8} r={12} fill={skin} />
      <circle cx={58} cy={8} r={12} fill={skin} />
      <path d="M-58 -6C-58 -44 -34 -64 0 -64S58 -44 58 -6C58 36 34 64 0 64S-58 36 -58 -6Z" fill={skin} />
      <g transform={`translate(${(turn * 60) / size} 0)`}>
        <circle cx={-32} cy={22} r={11} fill={paint.blush} opacity={0.42} />
        <circle cx={32} cy={22} r={11} fill={paint.blush} opacity={0.42} />
        <Eyes kind={eyes} look={look} />
        <path d="M-3 8C-8 16 -7 20 1 20" fill="none" stroke="#000" strokeOpacity={0.28} {...line} />
        <Mouth kind={mouth} />
      </g>
    </g>
  )
}

const line = { strokeWidth: 3.4, strokeLinecap: 'round' } as const

function Eyes({ kind, look }: { kind: FaceProps['eyes']; look: number }) {
  if (kind === 'smiling') {
    return (
      <path
        d="M-32 3C-28 -6 -18 -6 -14 3M14 3C18 -6 28 -6 32 3"
        fill="none"
        stroke={paint.ink}
        {...line}
        strokeWidth={4}
      />
    )
  }
  if (kind === 'asleep') {
    return <path d="M-30 0C-26 8 -18 8 -14 0M14 0C18 8 26 8 30 0" fill="none" stroke={paint.ink} {...line} />
  }
  return (
    <g fill={paint.ink}>
      <ellipse cx={-22 + look * 2} cy={0} rx={4.6} ry={5.8} />
      <ellipse cx={22 + look * 2} cy={0} rx={4.6} ry={5.8} />
    </g>
  )
}

function Mouth({ kind }: { kind: FaceProps['mouth'] }) {
  if (kind === 'telling') return <path d="M-11 32C-5 29 7 29 13 32C13 46 -9 48 -11 32Z" fill="#7a2f28" />
  if (kind === 'grin') {
    return (
      <path
        d="M-17 31C-8 35 8 35 17 31C15 47 -15 47 -17 31Z"
        fill={paint.paper}
        stroke={paint.ink}
        {...line}
      />
    )
  }
  const d = kind === 'still' ? 'M-7 36C-3 38 3 38 7 36' : 'M-15 33C-8 42 8 42 15 33'
  return <path d={d} fill="none" stroke={paint.ink} {...line} />
}
