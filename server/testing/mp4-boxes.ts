/** The first box of its type inside another, or a later one. */
export type Step = string | [type: string, index: number]

type Found = { type: string; at: number; dataAt: number; end: number }

/** Finds a box by the boxes around it; `at` is where its header begins. */
export function boxAt(bytes: Buffer, ...path: Step[]): Found {
  return path.reduce<Found>(
    (parent, step) => {
      const [type, index] = typeof step === 'string' ? [step, 0] : step
      const found = boxesIn(bytes, parent).filter((box) => box.type === type)[index]
      if (!found) throw new Error(`no ${type}`)
      return found
    },
    { type: 'file', at: 0, dataAt: 0, end: bytes.length },
  )
}

function boxesIn(bytes: Buffer, parent: Found): Found[] {
  const boxes: Found[] = []
  for (let at = parent.dataAt; at < parent.end; at = boxes.at(-1)?.end ?? parent.end) {
    const type = bytes.toString('latin1', at + 4, at + 8)
    // The entries of an stsd box are preceded by their count.
    const dataAt = at + (type === 'stsd' ? 16 : 8)
    boxes.push({ type, at, dataAt, end: at + bytes.readUInt32BE(at) })
  }
  return boxes
}

/** A copy of the file with other bytes at a place. */
export function withBytes(bytes: Buffer, at: number, put: string | number[]): Buffer {
  const changed = Buffer.from(bytes)
  changed.set(typeof put === 'string' ? Buffer.from(put, 'latin1') : put, at)
  return changed
}

/** A copy of the file with a box added at the end of one of its boxes, whose size and those of its parents grow accordingly. */
export function withBox(bytes: Buffer, path: Step[], type: string, body: Buffer): Buffer {
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
