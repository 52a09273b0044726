/** The EBML elements needed to cut a stretch of WebM (RFC 9559). */
const CLUSTER = Buffer.from([0x1f, 0x43, 0xb6, 0x75])
const TIMESTAMP = 0xe7
const TIMESTAMP_SCALE = Buffer.from([0x2a, 0xd7, 0xb1])
const USUAL_SCALE_NS = 1_000_000

/** Where a cluster lies in the bytes, and its time on the recording's clock. Decoding can begin at a cluster. */
export type Cluster = { at: number; timeMs: number }

/** The header before the first cluster, which has to precede every stretch; null while it is incomplete. */
export function headerOf(start: Buffer): Buffer | null {
  const end = start.indexOf(CLUSTER)
  return end < 0 ? null : start.subarray(0, end)
}

/**
 * The clusters that begin in bytes from the middle of a live recording. Four bytes of sound or picture may look like the beginning
 * of a cluster by chance: it counts only when a size and a timestamp follow.
 * @param header what `headerOf` returned, which gives the unit of the timestamps
 */
export function clustersIn(bytes: Buffer, header: Buffer): Cluster[] {
  const msPerTick = scaleOf(header) / 1_000_000
  const clusters: Cluster[] = []
  for (let at = bytes.indexOf(CLUSTER); at >= 0; at = bytes.indexOf(CLUSTER, at + 1)) {
    const sizeAt = at + CLUSTER.length
    const timestampAt = sizeAt + lengthOfSize(bytes[sizeAt])
    if (bytes[timestampAt] !== TIMESTAMP) continue

    const ticks = numberAt(bytes, timestampAt + 1)
    const timeMs = ticks === null ? null : Math.round(ticks * msPerTick)
    const isLater = timeMs !== null && timeMs >= (clusters.at(-1)?.timeMs ?? 0)
    if (isLater) clusters.push({ at, timeMs })
  }
  return clusters
}

function scaleOf(header: Buffer): number {
  const at = header.indexOf(TIMESTAMP_SCALE)
  const ns = at < 0 ? null : numberAt(header, at + TIMESTAMP_SCALE.length)
  return ns || USUAL_SCALE_NS
}

/** How many bytes an EBML size takes: one more than the leading zero bits of its first byte. */
function lengthOfSize(first = 0): number {
  return Math.clz32(first) - 23
}

/** The number behind its size of one byte; null where there is none. */
function numberAt(bytes: Buffer, sizeAt: number): number | null {
  const length = (bytes[sizeAt] ?? 0) - 0x80
  const isThere = length >= 1 && length <= 6 && sizeAt + 1 + length <= bytes.length
  return isThere ? bytes.readUIntBE(sizeAt + 1, length) : null
}
