import { z } from 'zod'
import { chapterFailures } from '#contract/book-chapters.ts'
import { pageContent } from '#contract/book-pages.ts'
import { pictureStyle } from '#contract/book-pictures.ts'
import { writtenParagraph } from '#contract/book-sentences.ts'
import { limits } from '#contract/limits.ts'
import { leftOut } from '#contract/storybook-exports.ts'
import {
  file,
  hashOrNull,
  id,
  idOrNull,
  long,
  mimeType,
  moment,
  momentOrNull,
  nameOrNull,
  whole,
  wholeOrNull,
  word,
  yes,
} from './columns.ts'

const made = { created_at: moment, updated_at: moment }

/** The tables of storybooks, as the archive takes them. */
export const bookTables = {
  storybooks: {
    row: z.object({
      id,
      title: z.string().min(1).max(limits.title),
      description: z.string().max(limits.description),
      cover_media_id: idOrNull,
      picture_style: pictureStyle.default('watercolour'),
      version: whole,
      deleted_at: momentOrNull,
      ...made,
    }),
    loose: ['cover_media_id'],
  },
  storybook_stories: { row: z.object({ storybook_id: id, story_id: id, position: whole }) },
  storybook_pages: {
    row: z.object({
      id,
      storybook_id: id,
      position: whole,
      kind: word,
      story_id: idOrNull,
      content: pageContent,
      edited: yes,
      version: whole,
      removed_at: momentOrNull,
      ...made,
    }),
  },
  storybook_chapters: {
    row: z.object({
      id,
      storybook_id: id,
      story_id: id,
      // Text that is still awaited from this instance's model is not requested from another instance's; text that was
      // there before is kept.
      state: word.transform((state) => (state === 'waiting' ? 'done' : state)),
      request_id: id,
      failure: z.enum(chapterFailures).nullable(),
      model: nameOrNull,
      steps_done: whole,
      steps_total: wholeOrNull,
      left_out: whole,
      proposed: z.array(writtenParagraph).nullable(),
      refused: yes,
      accepted: z.array(writtenParagraph).nullable(),
      written_at: momentOrNull,
      ...made,
    }),
    takes: ({ state, proposed, accepted }: Record<string, unknown>) =>
      state !== 'waiting' || proposed !== null || accepted !== null,
  },
  likenesses: {
    row: z.object({ id, description: z.string().max(limits.likeness), updated_at: moment }),
  },
  storybook_drawings: {
    row: z.object({
      id,
      storybook_id: id,
      page_id: id,
      state: word,
      failure: nameOrNull,
      model: nameOrNull,
      media_id: idOrNull,
      before_picture_id: idOrNull,
      ...made,
    }),
    takes: ({ state }: Record<string, unknown>) => state !== 'waiting',
    loose: ['media_id', 'before_picture_id'],
  },
  storybook_exports: {
    row: z.object({
      id,
      storybook_id: id,
      format: word,
      state: word,
      progress: whole,
      file_name: z.string().max(limits.fileName),
      mime_type: mimeType,
      size_bytes: whole.nonnegative(),
      sha256: hashOrNull,
      // Older archives lack these columns.
      voice_links: yes.default(false),
      unprintable: long.default(''),
      book_state: nameOrNull.default(null),
      left_out: leftOut.extend({ name: long, story: long }).array().default([]),
      file,
      ...made,
    }),
    takes: ({ state }: Record<string, unknown>) => state === 'completed',
  },
}
