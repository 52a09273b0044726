import { setImmediate as letOthersWork } from 'node:timers/promises'
import { crossCorrelation } from './fourier.ts'
import { contourOf, LOUDNESS_RATE, thinned } from './loudness.ts'

/** Where a track lies on another track's clock: its moment t is the other's `offsetMs + t * (1 + driftPpm / 1e6)`. */
export type Placement = { offsetMs: number; driftPpm: number }

/** The first, rough search uses this many values per second: drift does not matter at that resolution, and five hours fit. */
const ROUGH_RATE = 20
/** Tracks that share less than this were not recorded together. */
const SHARED_SECONDS_MIN = 3
/**
 * How far the exact place may be from the rough one: half the drift of five hours at 150 ppm, plus the step of the rough search.
 */
const SEARCH_SECONDS = 1.6
const WINDOWS_MAX = 60
const WINDOW_SECONDS_MAX = 20
/**
 * A window counts where its likeness to the reference is at least `LIKENESS_MIN`, and is right when it lies within `NEAR_LINE_MS`
 * of the common line.
 */
const LIKENESS_MIN = 0.4
const NEAR_LINE_MS = 25
/** In a talk shorter than this, no clock drifts by as much as the measurement errs. */
const DRIFT_FROM_SECONDS = 240
/** The crystals of phones and computers stay far below this. */
const DRIFT_PPM_MAX = 400

/**
 * Finds where a track was recorded beside another, from the loudness of both (steps of 5 ms): first roughly over the whole, then in
 * windows, and lays a line through their places. Resolves to null when they are not of the same talk. Yields to other work in
 * between, because five hours take some seconds.
 */
export async function placeTrack(reference: Float32Array, track: Float32Array): Promise<Placement | null> {
  const [a, b] = [contourOf(reference), contourOf(track)]
  const rough = roughOffset(a, b)
  if (rough === null) return null

  const found: Place[] = []
  for (const window of windowsOf(a, b, rough)) {
    await letOthersWork()
    const place = placeWindow(a, b, window, rough)
    if (place) found.push(place)
  }
  return lineThrough(found)
}

/** Where `b` begins on the clock of `a`, in steps of 5 ms. */
function roughOffset(a: Float32Array, b: Float32Array): number | null {
  const by = LOUDNESS_RATE / ROUGH_RATE
  const [x, y] = [thinned(a, by), thinned(b, by)]
  const least = Math.min(SHARED_SECONDS_MIN * ROUGH_RATE, x.length, y.length)
  if (least < SHARED_SECONDS_MIN * ROUGH_RATE) return null

  const products = crossCorrelation(x, y)
  const [energyX, energyY] = [energySums(x), energySums(y)]
  let best = { lag: 0, score: 0 }
  for (let index = 0; index < products.length; index += 1) {
    const lag = index - (y.length - 1)
    const [from, to] = [Math.max(0, lag), Math.min(x.length, lag + y.length)]
    const shared = to - from
    if (shared < least) continue
    const ownX = (energyX[to] ?? 0) - (energyX[from] ?? 0)
    const ownY = (energyY[to - lag] ?? 0) - (energyY[from - lag] ?? 0)
    // How unlikely so much likeness is by chance: it grows with the square root of the length that both share.
    const score = ((products[index] ?? 0) / Math.sqrt(ownX * ownY + 1e-9)) * Math.sqrt(shared)
    if (score > best.score) best = { lag, score }
  }
  return best.score > 0 ? best.lag * by : null
}

function energySums(values: Float32Array): Float64Array {
  const sums = new Float64Array(values.length + 1)
  for (let index = 0; index < values.length; index += 1) {
    sums[index + 1] = (sums[index] ?? 0) + (values[index] ?? 0) ** 2
  }
  return sums
}

type Window = { from: number; length: number }

/** Windows of `b`, spread evenly over the time that both tracks share. */
function windowsOf(a: Float32Array, b: Float32Array, rough: number): Window[] {
  const from = Math.max(0, -rough)
  const shared = Math.min(b.length, a.length - rough) - from
  const seconds = shared / LOUDNESS_RATE
  const length = Math.min(WINDOW_SECONDS_MAX, Math.max(2, seconds / 5)) * LOUDNESS_RATE
  const count = Math.min(WINDOWS_MAX, Math.max(5, Math.floor(shared / length)))
  const step = (shared - length) / (count - 1)
  return Array.from({ length: count }, (_, index) => ({
    from: Math.round(from + index * step),
    length: Math.floor(length),
  }))
}

/** The middle of a window on its track's own clock, and how far the reference's clock is ahead there; both in ms. */
type Place = { atMs: number; aheadMs: number }

function placeWindow(a: Float32Array, b: Float32Array, window: Window, rough: number): Place | null {
  const reach = SEARCH_SECONDS * LOUDNESS_RATE
  const scores: number[] = []
  for (let lag = rough - reach; lag <= rough + reach; lag += 1) scores.push(likeness(a, b, window, lag))

  const best = scores.reduce((most, score, index) => (score > (scores[most] ?? -1) ? index : most), 0)
  if ((scores[best] ?? 0) < LIKENESS_MIN || best === 0 || best === scores.length - 1) return null

  const [before = 0, top = 0, after = 0] = scores.slice(best - 1, best + 2)
  const bend = before - 2 * top + after
  const between = bend < 0 ? (before - after) / (2 * bend) : 0
  return {
    atMs: inMs(window.from + window.length / 2),
    aheadMs: inMs(rough - reach + best + between),
  }
}

/** Pearson's correlation of a window with its place in the reference at the given lag; 0 where that place is outside. */
function likeness(a: Float32Array, b: Float32Array, { from, length }: Window, lag: number): number {
  if (from + lag < 0 || from + lag + length > a.length) return 0
  let [sumA, sumB, squareA, squareB, product] = [0, 0, 0, 0, 0]
  for (let index = from; index < from + length; index += 1) {
    const valueA = a[index + lag] ?? 0
    const valueB = b[index] ?? 0
    sumA += valueA
    sumB += valueB
    squareA += valueA * valueA
    squareB += valueB * valueB
    product += valueA * valueB
  }
  const spread = (squareA - (sumA * sumA) / length) * (squareB - (sumB * sumB) / length)
  return spread <= 0 ? 0 : (product - (sumA * sumB) / length) / Math.sqrt(spread)
}

/** The line that at least half of the windows agree on, whatever the others say. */
function lineThrough(places: Place[]): Placement | null {
  const [first, last] = [places[0], places.at(-1)]
  if (places.length < 2 || !first || !last) return null

  const isLong = last.atMs - first.atMs >= DRIFT_FROM_SECONDS * 1000
  const drift = isLong ? median(slopesOf(places)) : 0
  const offset = median(places.map(({ atMs, aheadMs }) => aheadMs - drift * atMs))
  const near = places.filter(({ atMs, aheadMs }) => Math.abs(aheadMs - offset - drift * atMs) <= NEAR_LINE_MS)
  if (near.length < Math.max(2, places.length / 2)) return null

  const line = isLong ? leastSquares(near) : { offset: mean(near.map(({ aheadMs }) => aheadMs)), drift: 0 }
  if (Math.abs(line.drift) * 1e6 > DRIFT_PPM_MAX) return null
  return { offsetMs: Math.round(line.offset), driftPpm: line.drift * 1e6 }
}

function slopesOf(places: Place[]): number[] {
  return places.flatMap((one, index) =>
    places
      .slice(index + 1)
      .filter((other) => other.atMs > one.atMs)
      .map((other) => (other.aheadMs - one.aheadMs) / (other.atMs - one.atMs)),
  )
}

function leastSquares(places: Place[]): { offset: number; drift: number } {
  const [middleX, middleY] = [
    mean(places.map(({ atMs }) => atMs)),
    mean(places.map(({ aheadMs }) => aheadMs)),
  ]
  let [up, along] = [0, 0]
  for (const { atMs, aheadMs } of places) {
    up += (atMs - middleX) * (aheadMs - middleY)
    along += (atMs - middleX) ** 2
  }
  const drift = along === 0 ? 0 : up / along
  return { offset: middleY - drift * middleX, drift }
}

function mean(values: number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}

function inMs(steps: number): number {
  return (steps / LOUDNESS_RATE) * 1000
}
