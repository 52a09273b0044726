import { retime } from '#contract/transcript-alignment.ts'
import { nameOfSpeaker, type TranscriptSpeaker } from '#contract/transcript-apply.ts'
import type { TranscriptLine } from '#contract/transcript-lines.ts'
import { readingOf } from '#contract/transcript-reading.ts'
import { textOf, tokensOf } from '#contract/transcript-words.ts'
import type { ExportFormat } from '#contract/transcripts.ts'
import type { Tx } from '../../db/actor.ts'
import { codeError } from '../../errors.ts'
import type { Talk, TranscriptDocument } from './formats/document.ts'
import { toOhms } from './formats/ohms.ts'
import { toJson, toMarkdown, toTxt } from './formats/plain.ts'
import { toSrt, toVtt } from './formats/subtitles.ts'
import { toTei } from './formats/tei.ts'
import { lineOfRow, linesOf, loadSpeakers, type TranscriptKey } from './line-rows.ts'
import { findSource } from './transcript-source.ts'

type Writing = { extension: string; mimeType: string; write: (document: TranscriptDocument) => string }

const writers: Record<ExportFormat, Writing> = {
  txt: { extension: 'txt', mimeType: 'text/plain; charset=utf-8', write: toTxt },
  md: { extension: 'md', mimeType: 'text/markdown; charset=utf-8', write: toMarkdown },
  srt: { extension: 'srt', mimeType: 'application/x-subrip; charset=utf-8', write: toSrt },
  vtt: { extension: 'vtt', mimeType: 'text/vtt; charset=utf-8', write: toVtt },
  json: { extension: 'json', mimeType: 'application/json', write: toJson },
  ohms: { extension: 'ohms.xml', mimeType: 'application/xml', write: toOhms },
  tei: { extension: 'tei.xml', mimeType: 'application/tei+xml', write: toTei },
}

/** A transcript as a file: verbatim (`spoken`), or as it reads well (`reading`). @throws NOT_FOUND */
export async function exportTranscript(
  tx: Tx,
  key: TranscriptKey,
  { format, text }: { format: ExportFormat; text: 'spoken' | 'reading' },
): Promise<{ fileName: string; mimeType: string; content: string }> {
  const document = await loadDocument(tx, key, text)
  const { mimeType } = writers[format]
  const part = document.part === null ? '' : `, part ${document.part + 1}`
  const name = document.title.replaceAll(/[\p{Cc}/\\:*?"<>|]+/gu, ' ').trim() || 'Transcript'
  const { extension, content } = inFormat(document, format)
  return { fileName: `${name}${part}.${extension}`, mimeType, content }
}

/** A transcript in several formats, verbatim; it is loaded once for all of them. @throws NOT_FOUND */
export async function exportInFormats<F extends ExportFormat>(
  tx: Tx,
  key: TranscriptKey,
  formats: readonly F[],
): Promise<{ format: F; extension: string; content: string }[]> {
  const document = await loadDocument(tx, key, 'spoken')
  return formats.map((format) => ({ format, ...inFormat(document, format) }))
}

function inFormat(document: TranscriptDocument, format: ExportFormat) {
  const { extension, write } = writers[format]
  return { extension, content: write(document) }
}

async function loadDocument(
  tx: Tx,
  key: TranscriptKey,
  text: 'spoken' | 'reading',
): Promise<TranscriptDocument & { part: number | null }> {
  const { userId, transcriptId } = key
  const source = await findSource(tx, userId, transcriptId)
  if (!source) throw codeError('NOT_FOUND')
  const story = await tx
    .selectFrom('stories')
    .leftJoin('transcripts as t', (join) =>
      join.onRef('t.user_id', '=', 'stories.user_id').on('t.id', '=', transcriptId),
    )
    .where('stories.user_id', '=', userId)
    .where('stories.id', '=', source.storyId)
    .select(['stories.title', 'stories.date', 'stories.description', 't.language', 't.engine'])
    .executeTakeFirstOrThrow()

  const rows = await linesOf(tx, key).orderBy('position').execute()
  const lines = rows.map(lineOfRow)
  const speakers = await loadSpeakers(tx, userId, transcriptId)
  return {
    ...story,
    id: transcriptId,
    part: source.part,
    kind: source.kind,
    durationMs: source.durationMs ?? lines.at(-1)?.endMs ?? 0,
    talks: lines.map((line) => talkOf(line, speakers, text)).filter((talk) => talk.text !== ''),
  }
}

function talkOf(
  line: TranscriptLine,
  speakers: readonly TranscriptSpeaker[],
  text: 'spoken' | 'reading',
): Talk {
  const { startMs, endMs, language } = line
  const words = text === 'spoken' ? line.words : retime(line.words, tokensOf(readingOf(line, language)), line)
  const speaker = nameOfSpeaker(line.speaker, speakers)
  return { speaker, language, startMs, endMs, words, text: textOf(words) }
}
