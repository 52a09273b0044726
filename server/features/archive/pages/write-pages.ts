import { bookPage } from '#contract/book-pages.ts'
import type { Tx } from '../../../db/actor.ts'
import { type Html, html } from '../../../html.ts'
import { exportGedcom } from '../../family/family.ts'
import { nameOfPerson } from '../../family-members/family-members.ts'
import { exportInFormats, transcriptsOfStory } from '../../transcripts/transcripts.ts'
import type { ArchiveDraft } from '../draft.ts'
import { fileNameOf, hrefOf } from '../names.ts'
import type { Taken } from '../take-rows.ts'
import { bookPageHtml } from './book-page.ts'
import { pageOf } from './page.ts'
import { type StoryText, storyPage, type WrittenTranscript } from './story-page.ts'

/**
 * txt is for reading, vtt for players that show it with the film, json for programs; tei and ohms are what oral history archives
 * exchange. The pages themselves do not show vtt: opened from a disk, browsers refuse it as being of another origin.
 */
const formats = ['txt', 'vtt', 'json', 'tei', 'ohms'] as const

type Work = { tx: Tx; userId: string; draft: ArchiveDraft; taken: Taken }

/**
 * Writes the files that people read: a page of contents, one page for each story and book, the tree, the questions and
 * the transcripts.
 */
export async function writePages(work: Work): Promise<void> {
  const { draft } = work
  const stories = await writeStories(work)
  const books = await writeBooks(work)
  const people = await writeFamily(work)
  const prompts = await writePrompts(work)
  const profile = await writeProfile(work)
  const content = html`<p class="soft">A family archive from Kinora. Nothing here needs a network; keep the folder as it is.</p>
<h1 dir="auto">${profile.full_name || 'Our family'}</h1>
${profile.bio && html`<p class="words" dir="auto">${profile.bio}</p>`}
<h2>Stories</h2><ul class="plain">${stories}</ul>
<h2>Storybooks</h2><ul class="plain">${books}</ul>
<h2>Family</h2><p><a href="family/tree.ged">tree.ged</a> <span class="soft">(GEDCOM, for programs that draw family trees)</span></p><ul class="plain">${people}</ul>
<h2>Questions</h2><ul class="plain">${prompts}</ul>
<p class="soft">The folder records holds everything for another Kinora to read.</p>`
  await draft.write('index.html', pageOf(`${profile.full_name || 'Our family'} · Kinora`, content))
}

async function writeStories(work: Work): Promise<Html[]> {
  const { tx, userId, draft, taken } = work
  const lines: Html[] = []
  for (const [id, folder] of taken.storyFolders) {
    const story: StoryText = await tx
      .selectFrom('stories')
      .where('user_id', '=', userId)
      .where('id', '=', id)
      .select(['id', 'title', 'description', 'method', 'date', 'location', 'context', 'recorded_by'])
      .select(['speakers', 'tags'])
      .executeTakeFirstOrThrow()
    const transcripts = await writeTranscripts(work, id, folder)
    await draft.write(`${folder}/index.html`, await storyPage(tx, userId, story, taken, transcripts))
    lines.push(
      html`<li><a dir="auto" href="${hrefOf(folder)}/index.html">${story.title}</a> <span class="soft">${story.date}</span><br><span class="soft" dir="auto">${story.description}</span></li>`,
    )
  }
  return lines
}

async function writeTranscripts(
  { tx, userId, draft }: Work,
  storyId: string,
  folder: string,
): Promise<WrittenTranscript[]> {
  const told = await transcriptsOfStory(tx, { userId, storyId })
    .where('transcripts.line_count', '>', 0)
    .select('transcripts.id')
    .execute()
  const written: WrittenTranscript[] = []
  for (const [index, { id: transcriptId }] of told.entries()) {
    const name = told.length === 1 ? 'Transcript' : `Transcript ${index + 1}`
    const files: string[] = []
    let words = ''
    for (const { format, extension, content } of await exportInFormats(
      tx,
      { userId, transcriptId },
      formats,
    )) {
      const file = `${name.toLowerCase().replace(' ', '-')}.${extension}`
      await draft.write(`${folder}/${file}`, content)
      if (format === 'txt') words = content
      files.push(file)
    }
    written.push({ name, text: words, files })
  }
  return written
}

async function writeBooks({ tx, userId, draft, taken }: Work): Promise<Html[]> {
  const books = await tx
    .selectFrom('storybooks')
    .where('user_id', '=', userId)
    .where('deleted_at', 'is', null)
    .orderBy('created_at')
    .orderBy('id')
    .select(['id', 'title', 'description'])
    .execute()
  const lines: Html[] = []
  for (const [index, book] of books.entries()) {
    const pages = await tx
      .selectFrom('storybook_pages')
      .where('user_id', '=', userId)
      .where('storybook_id', '=', book.id)
      .where('removed_at', 'is', null)
      .orderBy('position')
      .orderBy('id')
      .select(['id', 'story_id as storyId', 'content', 'edited', 'version'])
      .execute()
    const path = `books/${String(index + 1).padStart(4, '0')} ${fileNameOf(book.title, 'Storybook')}.html`
    await draft.write(
      path,
      bookPageHtml(
        book.title,
        pages.map((page) => bookPage.parse(page)),
        taken,
      ),
    )
    lines.push(
      html`<li><a dir="auto" href="${hrefOf(path)}">${book.title}</a><br><span class="soft" dir="auto">${book.description}</span></li>`,
    )
  }
  return lines
}

async function writeFamily({ tx, userId, draft, taken }: Work): Promise<Html[]> {
  await draft.write('family/tree.ged', await exportGedcom(tx, userId, '7.0'))
  const people = await tx
    .selectFrom('family_members')
    .where('user_id', '=', userId)
    .where('placeholder_key', 'is', null)
    .orderBy('created_at')
    .orderBy('id')
    .select(['first_name', 'last_name', 'relationship', 'date_of_birth', 'date_of_death', 'place_of_birth'])
    .select(['bio', 'portrait_media_id'])
    .execute()
  return people.map((one) => {
    const portrait = taken.mediaPaths.get(one.portrait_media_id ?? '')
    const life = [one.date_of_birth, one.place_of_birth, one.date_of_death && `died ${one.date_of_death}`]
    return html`<li>${portrait !== undefined && html`<img src="${hrefOf(portrait)}" alt="" width="96" loading="lazy">`}<strong dir="auto">${nameOfPerson(one.first_name, one.last_name)}</strong> <span class="soft">${one.relationship === 'Other' ? '' : one.relationship}</span><br><span class="soft" dir="auto">${life.filter(Boolean).join(' · ')}</span>${one.bio && html`<p class="words" dir="auto">${one.bio}</p>`}</li>`
  })
}

async function writePrompts({ tx, userId, draft }: Work): Promise<Html[]> {
  const prompts = await tx
    .selectFrom('prompts')
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('id')
    .select(['text', 'category'])
    .execute()
  if (prompts.length > 0)
    await draft.write('prompts.txt', prompts.map(({ text, category }) => `${text} (${category})\n`).join(''))
  return prompts.map(
    ({ text, category }) => html`<li dir="auto">${text} <span class="soft">${category}</span></li>`,
  )
}

async function writeProfile({ tx, userId, draft }: Work) {
  const profile = await tx
    .selectFrom('profiles')
    .where('id', '=', userId)
    .select(['full_name', 'email', 'phone', 'location', 'bio'])
    .executeTakeFirstOrThrow()
  await draft.write('profile.json', `${JSON.stringify(profile, null, 2)}\n`)
  return profile
}
