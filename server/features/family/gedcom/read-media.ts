import { cutText } from '#contract/cut-text.ts'
import { limits } from '#contract/limits.ts'
import { GedcomError } from './gedcom-error.ts'
import { type FileMedia, type FileStory, ownTags } from './own-family.ts'
import { child, childrenOf, type GedcomNode } from './records.ts'

/** Names of pictures, and of other files that may be kept. What a file really is, is later determined from its bytes. */
const PICTURE = /\.(jpe?g|png|gif|webp|avif|heic|heif|tiff?|bmp)$/i
const KEEPABLE = /\.(pdf|mp4|m4v|mov|webm|mkv|avi|mpe?g|3gp|mp3|m4a|aac|og[gav]|wav|flac|aiff?|amr)$/i
/** The path of a portrait in our own export. We have drawn it, so it is not one of the family's photos as well. */
const OWN_PORTRAIT = /^portraits\/[0-9a-f-]{36}\.jpg$/

type Packed = Pick<FileMedia, 'path' | 'mimeType' | 'fileName' | 'caption'>
/** How many pairs of a file and a person a package may have, because a few lines can say that all files show everybody. */
const SHOWN_MAX = 1_000_000

type Kept = { files: Packed[]; story: FileStory | null }

/** The pictures and documents that came along with a file, found from the people whom they are about. */
export class PackedMedia {
  readonly #packed: ReadonlySet<string>
  /** The paths in the package by how they are compared: files and packages may write one letter in different ways. */
  readonly #byPlainPath: ReadonlyMap<string, string>
  readonly #byRecord = new Map<string, Kept>()
  readonly #stories = new Map<string, FileStory>()
  readonly #media = new Map<string, Omit<FileMedia, 'people'> & { people: Set<string> }>()
  #shown = 0

  constructor(packed: ReadonlySet<string>) {
    this.#packed = packed
    this.#byPlainPath = new Map([...packed].map((path) => [plainPath(path), path]))
  }

  /** Remembers where the files of a multimedia record lie. @returns whether one of them came along */
  keep(record: GedcomNode): boolean {
    const files = this.#filesIn(record)
    if (files.length > 0) this.#byRecord.set(record.xref, { files, story: this.#storyIn(record) })
    return files.length > 0
  }

  /**
   * Takes the files that a person, or a couple, is shown with. Their lines are removed from the record, so that they are not
   * counted as not understood. Multimedia records may follow the people in a file, so `keep` must have seen all of them before.
   * @returns the first picture, which may be their portrait; empty where there is none
   * @throws GedcomError TOO_MANY_FILES
   */
  take(record: GedcomNode, people: string[]): string {
    let portrait = ''
    const taken = new Set<GedcomNode>()
    for (const line of childrenOf(record, 'OBJE')) {
      const { files, story } = this.#byRecord.get(line.value.trim()) ?? {
        files: this.#filesIn(line),
        story: null,
      }
      if (files.length === 0) continue
      taken.add(line)
      this.#shown += files.length * people.length
      if (this.#shown > SHOWN_MAX) throw new GedcomError('TOO_MANY_FILES')
      if (story === null) portrait ||= files.find(({ path }) => PICTURE.test(path))?.path ?? ''
      for (const file of files) if (!OWN_PORTRAIT.test(file.path)) this.#add(file, story, people)
    }
    if (taken.size > 0) record.children = record.children.filter((line) => !taken.has(line))
    return portrait
  }

  list(): FileMedia[] {
    return [...this.#media.values()].map((file) => ({ ...file, people: [...file.people] }))
  }

  #add(file: Packed, story: FileStory | null, people: string[]): void {
    const known = this.#media.get(file.path)
    if (!known) this.#media.set(file.path, { ...file, story, people: new Set(people) })
    else for (const xref of people) known.people.add(xref)
  }

  #filesIn(node: GedcomNode): Packed[] {
    return childrenOf(node, 'FILE').flatMap((file) => {
      const path = [file.value, decoded(file.value)]
        .map((one) => (this.#packed.has(one) ? one : this.#byPlainPath.get(plainPath(one))))
        .find((one) => one !== undefined && (PICTURE.test(one) || KEEPABLE.test(one)))
      if (path === undefined) return []
      const text = (found: GedcomNode | undefined, most: number) => cutText((found?.value ?? '').trim(), most)
      const fileName =
        text(child(file, ownTags.fileName), limits.fileName) ||
        (path.split('/').at(-1) ?? '').slice(-limits.fileName)
      const title = text(child(file, 'TITL') ?? child(node, 'TITL'), limits.caption)
      const mimeType = text(child(file, 'FORM'), limits.shortText)
      return [{ path, mimeType, fileName, caption: title === fileName || title === path ? '' : title }]
    })
  }

  /** A story is described at one of its files only; the others name it by its id. */
  #storyIn(record: GedcomNode): FileStory | null {
    const line = child(record, ownTags.story)
    const id = line?.value.trim() ?? ''
    if (!line || id === '') return null
    const known = this.#stories.get(id)
    if (known) return known
    const story = {
      id,
      title: cutText((child(line, ownTags.title)?.value ?? '').trim(), limits.title),
      description: cutText((child(line, ownTags.about)?.value ?? '').trim(), limits.description),
      date: cutText((child(line, ownTags.date)?.value ?? '').trim(), limits.shortText),
      speakers: childrenOf(line, ownTags.speaker)
        .map(({ value }) => cutText(value.trim(), limits.speakerName))
        .filter(Boolean)
        .slice(0, limits.speakersPerStory),
    }
    this.#stories.set(id, story)
    return story
  }
}

/** Paths are percent-encoded like a URL (GEDCOM 7); older programs write them as they are. */
const decoded = (path: string): string => path.split('/').map(decodedSegment).join('/')

function decodedSegment(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}

/** A path as it is compared: a Mac writes an accent apart from its letter, and Windows a backslash between folders. */
const plainPath = (path: string): string =>
  path.trim().replaceAll('\\', '/').replace(/^\.\//, '').normalize('NFC')
