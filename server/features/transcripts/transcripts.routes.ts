import { implement } from '@orpc/server'
import { contract } from '#contract/index.ts'
import { asUser, type Claims, type Tx } from '../../db/actor.ts'
import { ownerOfTalk } from '../../db/story-access.ts'
import { codeError } from '../../errors.ts'
import { type RequestContext, requirePerson } from '../../http/signed-in.ts'
import { hasFfmpeg } from '../../media/find-media-tool.ts'
import type { Services } from '../../services.ts'
import { changesSince } from './edit-rows.ts'
import { type Editor, editTranscript, replaceEverywhere, undoEdit } from './edit-transcript.ts'
import { exportTranscript } from './export-transcript.ts'
import { listHeard, listHistory, listLines } from './read-transcript.ts'
import { findSource } from './transcript-source.ts'
import { engineName, getTranscript, retryTranscript } from './transcripts.ts'

export function transcriptsRoutes({ db, speech }: Services) {
  const os = implement(contract.transcripts).$context<RequestContext>().use(requirePerson)
  const engine = engineName(speech)
  const canCut = hasFfmpeg()

  /**
   * Runs a read of a transcript that the person may see. Access is checked first, so a person without it is refused
   * before anything is read.
   */
  const read = <T>(
    claims: Claims,
    transcriptId: string,
    work: (tx: Tx, key: { userId: string; transcriptId: string }) => Promise<T>,
  ) =>
    asUser(db, claims, async (tx) => {
      const userId = await ownerOfTalk(tx, transcriptId, 'see')
      if (!(await findSource(tx, userId, transcriptId))) throw codeError('NOT_FOUND')
      return work(tx, { userId, transcriptId })
    })

  /** Runs an edit of the person's own transcript, or of one whose story is shared with them for editing. */
  const edit = <T>(claims: Claims, id: string, work: (tx: Tx, editor: Editor) => Promise<T>) =>
    asUser(db, claims, async (tx) => {
      const userId = await ownerOfTalk(tx, id, 'change')
      return work(tx, { userId, authorId: claims.sub })
    })

  const told = speech && {
    name: speech.name,
    label: speech.label,
    tellsSpeakersApart: speech.limits.diarization,
  }

  return {
    engine: os.engine.handler(async () => ({ engine: told, canCut: await canCut })),
    get: os.get.handler(({ input, context: { claims } }) =>
      asUser(db, claims, async (tx) =>
        getTranscript(tx, await ownerOfTalk(tx, input.id, 'see'), input.id, engine),
      ),
    ),
    lines: os.lines.handler(({ input, context: { claims } }) =>
      read(claims, input.id, (tx, key) => listLines(tx, key, input)),
    ),
    since: os.since.handler(({ input, context: { claims } }) =>
      read(claims, input.id, (tx, key) => changesSince(tx, key, input.version)),
    ),
    heard: os.heard.handler(({ input, context: { claims } }) =>
      read(claims, input.id, (tx, key) => listHeard(tx, key, input)),
    ),
    history: os.history.handler(({ input, context: { claims } }) =>
      read(claims, input.id, (tx, key) => listHistory(tx, key, input)),
    ),
    edit: os.edit.handler(({ input, context: { claims } }) =>
      edit(claims, input.id, (tx, editor) => editTranscript(tx, editor, input.id, input.commands)),
    ),
    replaceAll: os.replaceAll.handler(({ input, context: { claims } }) =>
      edit(claims, input.id, (tx, editor) => replaceEverywhere(tx, editor, input.id, input)),
    ),
    undo: os.undo.handler(({ input, context: { claims } }) =>
      edit(claims, input.id, (tx, editor) => undoEdit(tx, editor, input.id, input)),
    ),
    retry: os.retry.handler(({ input, context: { claims } }) =>
      edit(claims, input.id, (tx, { userId }) => retryTranscript(tx, userId, input.id, engine)),
    ),
    export: os.export.handler(({ input, context: { claims } }) =>
      read(claims, input.id, (tx, key) => exportTranscript(tx, key, input)),
    ),
  }
}
