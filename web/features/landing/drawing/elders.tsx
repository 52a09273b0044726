import { paint, skin } from './colours.ts'
import { Face } from './face.tsx'

/** He has heard it a hundred times, and smiles before the good part comes. */
export function Grandfather() {
  return (
    <g>
      <path d="M22 660C20 540 44 466 142 462C240 466 262 540 260 660Z" fill="#6d7f73" />
      <path d="M104 462C112 500 172 500 182 462L170 448H116Z" fill={paint.cream} />
      <path d="M142 492V640" stroke="#57665c" strokeWidth={5} />
      <circle cx={154} cy={528} r={4.5} fill={paint.cream} />
      <circle cx={154} cy={566} r={4.5} fill={paint.cream} />
      <Face x={142} y={380} size={66} skin={skin.warm} look={0.9} eyes="smiling" />
      {/* What hair is left, and the moustache he is proud of. */}
      <path d="M72 388C60 362 66 330 86 322C78 344 82 366 84 388Z" fill={paint.silver} />
      <path d="M212 388C224 362 218 330 198 322C206 344 202 366 200 388Z" fill={paint.silver} />
      <path
        d="M110 412C124 398 144 400 153 408C162 400 182 398 196 412C184 424 164 424 153 415C142 424 122 424 110 412Z"
        fill={paint.silver}
      />
      <path
        d="M117 352C123 345 133 344 139 348M166 348C172 344 182 345 188 352"
        fill="none"
        stroke={paint.silver}
        strokeWidth={7}
        strokeLinecap="round"
      />
      <path
        d="M40 560C30 610 64 632 128 630"
        fill="none"
        stroke="#62736a"
        strokeWidth={46}
        strokeLinecap="round"
      />
      <circle cx={142} cy={628} r={22} fill={skin.warm} />
    </g>
  )
}

/** The one who tells: both hands in the air, the band is just beginning to play. */
export function Grandmother() {
  return (
    <g>
      <path d="M240 660C234 530 262 452 360 448C458 452 486 530 480 660Z" fill={paint.pine} />
      <path d="M322 450C328 520 392 520 398 450L382 432H338Z" fill={paint.cream} />
      <path
        d="M322 450C326 500 344 520 360 524C376 520 394 500 398 450"
        fill="none"
        stroke={paint.leaf}
        strokeWidth={7}
      />
      <circle cx={360} cy={560} r={5.5} fill={paint.mint} />
      <circle cx={360} cy={600} r={5.5} fill={paint.mint} />
      <circle cx={360} cy={248} r={38} fill={paint.silver} />
      <path
        d="M336 236C350 228 372 228 384 238"
        fill="none"
        stroke="#c3cac4"
        strokeWidth={5}
        strokeLinecap="round"
      />
      <circle cx={360} cy={352} r={79} fill={paint.silver} />
      <Face x={360} y={362} size={66} skin={skin.fair} look={0.7} mouth="telling" />
      <path
        d="M288 356C286 306 318 282 364 284C412 286 436 316 432 358C420 330 398 316 372 312C336 316 304 326 288 356Z"
        fill={paint.silver}
      />
      <path
        d="M318 304C334 294 350 291 366 292"
        fill="none"
        stroke="#c3cac4"
        strokeWidth={4}
        strokeLinecap="round"
      />
      <g fill="none" stroke={paint.ink} strokeWidth={4}>
        <circle cx={344} cy={362} r={20} />
        <circle cx={393} cy={362} r={20} />
        <path d="M364 360C367 356 370 356 373 360" />
      </g>
      <g fill="none" stroke="#1a5c36" strokeWidth={46} strokeLinecap="round">
        <path d="M266 540C236 600 226 560 240 516" />
        <path d="M450 540C478 592 506 566 494 510" />
      </g>
      <OpenHand x={238} y={484} turn={-14} />
      <OpenHand x={492} y={474} turn={12} />
    </g>
  )
}

function OpenHand({ x, y, turn }: { x: number; y: number; turn: number }) {
  return (
    <g transform={`translate(${x} ${y}) rotate(${turn})`} fill={skin.fair}>
      <circle r={21} />
      <g stroke={skin.fair} strokeWidth={10.5} strokeLinecap="round">
        <path d="M-13 -8L-17 -30M-4 -12L-5 -37M6 -12L8 -36M15 -6L21 -26" />
        <path d={turn < 0 ? 'M14 4L28 -6' : 'M-14 4L-28 -6'} />
      </g>
    </g>
  )
}
