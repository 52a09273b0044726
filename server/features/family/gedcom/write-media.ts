import { type FileMedia, type FileStory, ownTags } from './own-family.ts'
import type { GedcomNode } from './records.ts'
import { type Line, line, unless } from './write-lines.ts'

/** The xref of a photo or document, by its place among them. */
export const mediaXref = (place: number) => `@M${place + 1}@`

/** The records of photos and documents beside the file (GEDCOM 7). A story is described at the first of its files. */
export function* mediaRecords(media: FileMedia[]): Generator<GedcomNode> {
  const told = new Set<string>()
  for (const [place, file] of media.entries()) {
    const isTold = file.story !== null && told.has(file.story.id)
    if (file.story) told.add(file.story.id)
    yield mediaRecord(file, place, isTold)
  }
}

const mediaRecord = (file: FileMedia, place: number, isTold: boolean): GedcomNode => ({
  ...line('OBJE', '', [
    line('FILE', encodeURI(file.path), [
      line('FORM', file.mimeType),
      line('TITL', file.caption || file.fileName || file.path),
      unless(file.fileName === '', line(ownTags.fileName, file.fileName)),
    ]),
    file.story ? line(ownTags.story, file.story.id, isTold ? [] : storyLines(file.story)) : null,
  ]),
  xref: mediaXref(place),
})

const storyLines = ({ title, description, date, speakers }: FileStory): Line[] => [
  line(ownTags.title, title),
  unless(description === '', line(ownTags.about, description)),
  unless(date === '', line(ownTags.date, date)),
  ...speakers.map((name) => line(ownTags.speaker, name)),
]
