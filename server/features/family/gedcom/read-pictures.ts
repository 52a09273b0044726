import { childrenOf, type GedcomNode } from './records.ts'

/** Named like a picture. What it is, its bytes have to say later. */
const PICTURE = /\.(jpe?g|png|gif|webp|avif|heic|heif|tiff?|bmp)$/i

/** The pictures that came along with a file, found from the people who are on them. */
export class Pictures {
  readonly #packed: ReadonlySet<string>
  readonly #byRecord = new Map<string, string>()

  constructor(packed: ReadonlySet<string>) {
    this.#packed = packed
  }

  /** Remembers where the picture of a multimedia record lies. @returns whether it came along */
  keep(record: GedcomNode): boolean {
    const path = this.#pathIn(record)
    if (path !== null) this.#byRecord.set(record.xref, path)
    return path !== null
  }

  /**
   * The first picture of a person that came along; its line is taken out, so that it does not count as left out. Records
   * of pictures may stand after the people, so `keep` has to have seen them all.
   */
  takePortrait(person: GedcomNode): string {
    for (const line of childrenOf(person, 'OBJE')) {
      const path = this.#byRecord.get(line.value.trim()) ?? this.#pathIn(line)
      if (path === null) continue
      person.children.splice(person.children.indexOf(line), 1)
      return path
    }
    return ''
  }

  #pathIn(node: GedcomNode): string | null {
    for (const { value } of childrenOf(node, 'FILE')) {
      const found = [value, decoded(value)].find((path) => this.#packed.has(path) && PICTURE.test(path))
      if (found !== undefined) return found
    }
    return null
  }
}

/** Paths are written as a URL has them (GEDCOM 7); older programs write them as they are. */
function decoded(path: string): string {
  try {
    return decodeURI(path.trim()).replace(/^\.\//, '')
  } catch {
    return path
  }
}
