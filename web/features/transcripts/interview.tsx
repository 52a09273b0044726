import { type ReactNode, useCallback, useRef, useState } from 'react'
import type { Transcript } from '#contract/transcripts.ts'
import { sentenceOf } from '../../lib/errors.ts'
import { Alert } from '../../ui/alert.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { leaveEditors } from '../../ui/open-editors.ts'
import { ExportMenu } from './export-menu.tsx'
import { FindBar } from './find-bar.tsx'
import { HeardView } from './heard-view.tsx'
import { HistoryDialog } from './history-dialog.tsx'
import { KeysDialog } from './keys-dialog.tsx'
import type { WordPlace } from './line-actions.ts'
import { LineListView, type ListHandle } from './line-list-view.tsx'
import { usePlayback } from './playback.ts'
import { keepPreferences, readPreferences } from './preferences.ts'
import { RefusedNote } from './refused-note.tsx'
import { RestNotLoaded } from './rest-not-loaded.tsx'
import { SavingNote } from './saving-note.tsx'
import { notTakenBackWords } from './saving-words.ts'
import { SpeakerDialog } from './speaker-dialog.tsx'
import { Toolbar, type View } from './toolbar.tsx'
import { Transport } from './transport.tsx'
import { useAwaitedPlayer } from './use-awaited-player.ts'
import { useFind } from './use-find.ts'
import { useFollow } from './use-follow.ts'
import { useLineActions } from './use-line-actions.ts'
import { useTranscriptSession } from './use-session.ts'
import { useShortcuts } from './use-shortcuts.ts'
import { useStickyHeight } from './use-sticky-height.ts'

export type InterviewProps = {
  transcript: Transcript
  /** When the server last answered with this transcript, in ms since 1970. */
  answeredAt: number
  personId: string
  /** Viewers of a shared story read and hear; they do not correct. */
  canChange: boolean
  storySpeakers: readonly string[]
  durationMs: number | null
  /** Renders the part's video or audio element, without controls of its own. */
  media: (onElement: (element: HTMLMediaElement | null) => void) => ReactNode
}

type Dialog = { type: 'history' } | { type: 'keys' } | { type: 'speaker'; lineId: string }

/** The main view of a transcript: reading, hearing and correcting a recording in one place. */
export function Interview(props: InterviewProps) {
  const { transcript, answeredAt, personId, canChange, storySpeakers, durationMs, media: renderMedia } = props
  const { session, snapshot } = useTranscriptSession(transcript, personId, answeredAt)
  const { lines, speakers } = snapshot
  const { media, takeMedia, hearFrom, pause } = useAwaitedPlayer()
  const playback = usePlayback(media)
  const [view, setView] = useState<View>('spoken')
  const [preferences, setPreferences] = useState(readPreferences)
  const [chosen, setChosen] = useState<WordPlace | null>(null)
  const [editing, setEditing] = useState<WordPlace | null>(null)
  const [dialog, setDialog] = useState<Dialog | null>(null)
  const [failure, setFailure] = useState<unknown>(null)
  const [said, setSaid] = useState('')
  const [head, stickyHeight] = useStickyHeight()
  const list = useRef<HTMLOListElement>(null)
  const handle = useRef<ListHandle>(null)
  const linesRef = useRef(lines)
  linesRef.current = lines

  const [first] = lines
  const isThere = chosen !== null && lines.some(({ id }) => id === chosen.lineId)
  // Until the person chooses a word, Tab leads to the first.
  const active = isThere || !first ? chosen : { lineId: first.id, word: 0 }

  const show = useCallback((lineId: string) => {
    const index = linesRef.current.findIndex(({ id }) => id === lineId)
    if (index >= 0 && !handle.current?.isInView(index)) handle.current?.showLine(index)
  }, [])
  const find = useFind(session, snapshot, ({ lineId }) => show(lineId))
  const follow = useFollow(media, session, linesRef, list, handle, preferences.follows && view === 'spoken')

  const actions = useLineActions(session, {
    lines: linesRef,
    editing,
    list,
    handle,
    hearFrom,
    pause,
    onEditing: setEditing,
    onChosen: setChosen,
    onSpeaker: (lineId) => setDialog({ type: 'speaker', lineId }),
    onChange: () => setFailure(null),
    say: setSaid,
  })

  const takeBack = async (how: 'undo' | 'redo') => {
    setFailure(null)
    try {
      const change = await session[how]()
      if (change === null) setSaid(notTakenBackWords(how, session.view.get().saving))
      else setSaid(how === 'undo' ? 'Undone' : 'Done again')
      const touched = change?.lines[0]
      if (touched) show(touched.id)
    } catch (error) {
      setFailure(error)
    }
  }

  const onKey = useShortcuts({
    media,
    // As in the toolbar: what the machine heard never changes, and what Undo changed would not be seen there.
    canChange: canChange && view !== 'heard',
    isTyping: (lineId) => session.drafts.isDirty(lineId),
    editingId: editing?.lineId ?? null,
    actions,
    onUndo: () => takeBack('undo'),
    onRedo: () => takeBack('redo'),
    onFind: () =>
      leaveEditors(() => {
        setView('spoken')
        find.open()
      }),
  })

  if (lines.length === 0 && snapshot.loadFailure !== null) {
    return (
      <ErrorPanel
        title="The transcript could not be loaded"
        sentence={sentenceOf(snapshot.loadFailure)}
        onRetry={() => session.retry()}
      />
    )
  }

  const lineOfDialog = dialog?.type === 'speaker' ? lines.find(({ id }) => id === dialog.lineId) : undefined
  const orphans = snapshot.refused.filter(({ lineId }) => !lines.some(({ id }) => id === lineId))

  return (
    <div>
      <div
        ref={head}
        className="sticky top-0 z-20 low:static -mx-4 print:hidden border-b border-border bg-background px-4 pt-2 pb-1 sm:-mx-6 sm:px-6"
      >
        <Transport media={media} playback={playback} durationMs={durationMs}>
          {renderMedia(takeMedia)}
        </Transport>
        <Toolbar
          canChange={canChange}
          isBelowFind={find.find !== null && view === 'spoken'}
          view={view}
          onView={(next) =>
            leaveEditors(() => {
              setEditing(null)
              setView(next)
            })
          }
          preferences={preferences}
          onPreferences={(next) => {
            setPreferences(next)
            keepPreferences(next)
          }}
          canRedo={snapshot.canRedo}
          onUndo={() => takeBack('undo')}
          onRedo={() => takeBack('redo')}
          onFind={find.open}
          onHistory={() => setDialog({ type: 'history' })}
          onKeys={() => setDialog({ type: 'keys' })}
        >
          <ExportMenu
            transcriptId={transcript.id}
            text={view === 'reading' ? 'reading' : 'spoken'}
            flush={() => session.flush()}
            onFailure={setFailure}
          />
        </Toolbar>
        {find.find && view === 'spoken' ? (
          <FindBar
            find={find.find}
            onFind={find.change}
            canChange={canChange}
            count={find.found.length}
            at={find.index}
            isReading={!snapshot.isComplete}
            isCutOff={snapshot.loadFailure !== null}
            outcome={find.outcome}
            isBusy={find.isBusy}
            timesAsked={find.timesAsked}
            onStep={find.step}
            onReplace={find.replace}
            onReplaceAll={find.replaceAll}
            onClose={find.close}
          />
        ) : null}
        {failure === null ? null : <Alert className="my-2">{sentenceOf(failure)}</Alert>}
        {snapshot.saving.state === 'waiting' ? (
          <SavingNote saving={snapshot.saving} onRetry={() => session.retry()} />
        ) : null}
      </div>
      {orphans.map((refused) => (
        <RefusedNote
          key={refused.id}
          refused={refused}
          onKeep={() => session.dismiss(refused.id)}
          onUseMine={null}
        />
      ))}
      <Card className="mt-6 px-4 pt-2 pb-10 sm:px-8 sm:pb-14">
        {view === 'heard' ? (
          <div className="pt-6">
            <HeardView transcriptId={transcript.id} />
          </div>
        ) : (
          <LineListView
            session={session}
            snapshot={snapshot}
            lineCount={transcript.lineCount}
            layer={view}
            active={active}
            onActive={setChosen}
            editing={editing}
            marksUnsure={preferences.marksUnsure}
            finds={find.byLine}
            currentFind={find.current}
            canChange={canChange}
            actions={actions}
            onKey={onKey}
            stickyHeight={stickyHeight}
            list={list}
            handle={handle}
          />
        )}
        {snapshot.loadFailure === null || snapshot.isComplete || view === 'heard' ? null : (
          <RestNotLoaded failure={snapshot.loadFailure} onRetry={() => session.retry()} />
        )}
        {snapshot.isComplete ? null : (
          <p className="hidden pt-8 text-muted print:block">
            The interview goes on. “Download” and “Plain text” have it whole, to be printed.
          </p>
        )}
      </Card>
      <div className="mt-3 flex min-h-8 justify-end">
        {snapshot.saving.state === 'waiting' || !canChange ? null : (
          <SavingNote saving={snapshot.saving} onRetry={() => session.retry()} />
        )}
      </div>
      <p role="status" className="sr-only">
        {said}
      </p>
      {follow.isLost ? (
        <Button
          variant="hero"
          className="fixed inset-x-0 bottom-(--above-bar) z-20 mx-auto w-fit max-w-[calc(100%-2rem)] lg:bottom-8 lg:start-[16.25rem]"
          onClick={follow.goBack}
        >
          Back to the voice
        </Button>
      ) : null}
      {dialog?.type === 'history' ? (
        <HistoryDialog
          transcriptId={transcript.id}
          onClose={() => setDialog(null)}
          onUndo={canChange ? (groupId) => session.undoEdit(groupId) : null}
        />
      ) : null}
      <KeysDialog open={dialog?.type === 'keys'} onOpenChange={() => setDialog(null)} />
      {lineOfDialog ? (
        <SpeakerDialog
          line={lineOfDialog}
          speakers={speakers}
          storySpeakers={storySpeakers}
          onChoose={(intents) => session.performOrKeep(...intents)}
          onClose={() => setDialog(null)}
        />
      ) : null}
    </div>
  )
}
