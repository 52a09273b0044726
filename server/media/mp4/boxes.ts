import { insist } from './declined.ts'
import { Fields } from './fields.ts'

export type Box = { type: string; body: Buffer }

/** Far more boxes than any muxer puts into one box. */
const CHILDREN_MAX = 4_096

/** The boxes inside a container box, which fill it from its first to its last byte. */
export function childrenOf(body: Buffer): Box[] {
  const fields = new Fields(body)
  const children: Box[] = []
  while (fields.left > 0) {
    insist(children.length < CHILDREN_MAX, 'too many boxes in one')
    const size = fields.u32()
    const type = fields.text(4)
    const length = size === 1 ? fields.u64() - 16 : size - 8
    insist(length >= 0, 'a box smaller than its header')
    children.push({ type, body: fields.take(length) })
  }
  return children
}

/** Declines boxes whose meaning is not known, because such a box may change what the others mean. */
export function insistKnown(children: Box[], known: ReadonlySet<string>, where: string): void {
  const unknown = children.find(({ type }) => !known.has(type))
  insist(!unknown, `an unknown box ${JSON.stringify(unknown?.type)} in ${where}`)
}

/** The only box of its type. */
export function onlyBox(children: Box[], type: string): Buffer {
  const body = boxIfAny(children, type)
  insist(body !== null, `no ${type}`)
  return body
}

/** The only box of its type, or null where there is none. */
export function boxIfAny(children: Box[], type: string): Buffer | null {
  const [found, second] = children.filter((child) => child.type === type)
  insist(!second, `a second ${type}`)
  return found?.body ?? null
}

/** A box that begins with a version and flags. */
export function versioned(body: Buffer): { version: number; flags: number; fields: Fields } {
  const fields = new Fields(body)
  const word = fields.u32()
  return { version: word >>> 24, flags: word & 0xff_ffff, fields }
}
