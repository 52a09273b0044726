/** Finds a box by the types of all that it lies in; `at` is where its header begins. */
export function boxAt(bytes: Buffer, ...path: string[]): { at: number; dataAt: number; end: number } {
  let [from, end] = [0, bytes.length]
  let found = { at: 0, dataAt: 0, end }
  for (const type of path) {
    let at = from
    while (at < end && bytes.toString('latin1', at + 4, at + 8) !== type) at += bytes.readUInt32BE(at)
    if (at >= end) throw new Error(`no ${type}`)
    const before = type === 'stsd' ? 16 : 8
    found = { at, dataAt: at + before, end: at + bytes.readUInt32BE(at) }
    from = found.dataAt
    end = found.end
  }
  return found
}

/** The same file with other bytes from some place on. */
export function withBytes(bytes: Buffer, at: number, put: string | number[]): Buffer {
  const changed = Buffer.from(bytes)
  changed.set(typeof put === 'string' ? Buffer.from(put, 'latin1') : put, at)
  return changed
}

/** The same file with a box put in at the end of one of its boxes, all of which grow by it. */
export function withBox(bytes: Buffer, path: string[], type: string, body: Buffer): Buffer {
  const box = Buffer.concat([Buffer.alloc(4), Buffer.from(type, 'latin1'), body])
  box.writeUInt32BE(box.length)
  const { end } = boxAt(bytes, ...path)
  const changed = Buffer.concat([bytes.subarray(0, end), box, bytes.subarray(end)])
  for (let depth = 1; depth <= path.length; depth += 1) {
    const { at } = boxAt(bytes, ...path.slice(0, depth))
    changed.writeUInt32BE(bytes.readUInt32BE(at) + box.length, at)
  }
  return changed
}
