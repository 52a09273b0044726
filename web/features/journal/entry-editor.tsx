import { AtSign, Clock, Mic, MicOff, Plus } from 'lucide-react'
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { v7 as newId } from 'uuid'
import { limits } from '#contract/limits.ts'
import { tooLong } from '#contract/too-long.ts'
import { formatStamp } from '../../lib/format.ts'
import { isDraftKept, useDraft } from '../../lib/use-draft.ts'
import { useWatched } from '../../lib/use-watched.ts'
import { warnBeforeLeaving } from '../../recorder/page/leaving.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { offerFocus } from '../../ui/offer-focus.ts'
import { useLoss } from '../../ui/unsaved.ts'
import { EmojiPicker } from './emoji-picker.tsx'
import type { Entry } from './entry.ts'
import { EntryText } from './entry-text.tsx'
import { isSameEntry } from './same-entry.ts'
import { useVoice } from './use-voice.ts'
import { type Writing, writingOf } from './writing.ts'

export type EntryEditorProps = {
  label: string
  hint?: ReactNode
  placeholder?: string
  /** The key under which unsaved text is kept on this device. */
  draftKey: string
  speakers: readonly string[]
  /** Returns the current time in the story as mm:ss; null if no recording is running. */
  now: (() => string) | null
  recording: boolean
  /** Whether the editor can be seen. A hidden one listens to nobody. */
  isShown?: boolean
  textClassName?: string
  /** Saves the entry. Resolves with the sentence for what went wrong, and the text stays; null on success. */
  onAdd: (entry: Entry) => Promise<string | null>
}

/** Where an entry is written: text with the time of the recording, a speaker's name, emoji, or dictation. */
export function EntryEditor(props: EntryEditorProps) {
  const {
    label,
    hint,
    placeholder,
    draftKey,
    speakers,
    now,
    recording,
    isShown = true,
    textClassName,
    onAdd,
  } = props
  const field = useRef<HTMLTextAreaElement>(null)
  const [text, setText, readText] = useDraft(draftKey)
  // Browsers put the caret before text that a field begins with; what is inserted or dictated goes on behind it.
  const caret = useRef<{ at: number; focus: boolean } | null>({ at: text.length, focus: false })
  const [writing] = useState(() => writingOf(draftKey))
  const { id, began, busy, problem } = useWatched(writing)
  const change = (part: Partial<Writing>) => writing.set({ ...writing.get(), ...part })
  const isBlank = text.trim() === ''
  const long = tooLong(limits.noteText, text)
  const isReady = !isBlank && long === undefined
  const isPassing = !isBlank && !isDraftKept(draftKey)
  useLoss(isPassing)
  useEffect(() => (isPassing ? warnBeforeLeaving(() => true) : undefined), [isPassing])

  useLayoutEffect(() => {
    if (caret.current === null) return
    const { at, focus } = caret.current
    if (focus) field.current?.focus()
    field.current?.setSelectionRange(at, at)
    caret.current = null
  })

  const write = (next: string, at?: number, focus = true) => {
    // The time is that of the first letter: an entry is about what was just said, and not about when it was finished.
    if (isBlank && next.trim() !== '') change({ began: now?.() ?? null, ...(busy ? {} : { id: newId() }) })
    setText(next)
    if (at !== undefined) caret.current = { at, focus }
  }
  const insert = (piece: string, focus = true) => {
    const { selectionStart = text.length, selectionEnd = text.length } = field.current ?? {}
    const before = text.slice(0, selectionStart)
    const gap = before === '' || /\s$/.test(before) ? '' : ' '
    write(before + gap + piece + text.slice(selectionEnd), before.length + gap.length + piece.length, focus)
  }
  // Somebody dictating has their hand on the button that ends it, so the focus stays there.
  const voice = useVoice((words) => insert(`${words} `, false), recording || !isShown)
  const add = async () => {
    if (!isReady || busy) return
    change({ busy: true })
    const failed = await onAdd({ id, text: text.trim(), timestamp: began ?? now?.() ?? '00:00' })
    change({ busy: false, problem: failed })
    if (failed !== null) return
    const standing = readText()
    // Typed or dictated on while it was being saved: the text stays under the same id, and saving it again updates the entry.
    if (standing !== text && isSameEntry(text, standing)) return
    // The text was replaced by something else meanwhile: that becomes an entry of its own, since it would otherwise overwrite the first.
    change({ id: newId(), began: standing === text ? null : (now?.() ?? null) })
    if (standing !== text) return
    setText('')
    offerFocus(field.current, { fromButtons: true })
  }
  const mention = () => {
    field.current?.focus()
    insert('@')
    // Opens the list of names, as typing the @ does.
    requestAnimationFrame(() => field.current?.click())
  }

  return (
    <div className="flex flex-col gap-3">
      <Field label={label} hint={hint} error={long ?? problem ?? undefined}>
        {(control) => (
          <EntryText
            {...{ control, field, text, speakers, placeholder }}
            className={textClassName}
            onChange={write}
            onSubmit={add}
          />
        )}
      </Field>
      {/* biome-ignore lint/a11y/useSemanticElements: there is no element for a toolbar */}
      <div role="group" aria-label="Writing tools" className="flex flex-wrap items-center gap-1">
        {now ? (
          <Button
            variant="ghost"
            size="icon"
            aria-label="Insert the time"
            onClick={() => insert(`[${formatStamp(now())}] `)}
          >
            <Clock aria-hidden="true" />
          </Button>
        ) : null}
        <Button variant="ghost" size="icon" aria-label="Mention a speaker" onClick={mention}>
          <AtSign aria-hidden="true" />
        </Button>
        <EmojiPicker onPick={(sign) => insert(sign)} />
        <Button
          variant="ghost"
          size="icon"
          disabled={recording}
          aria-pressed={voice.listening}
          aria-label="Voice-to-text"
          onClick={voice.toggle}
          className={voice.listening ? 'bg-warn-tint text-warn' : undefined}
        >
          {voice.listening ? <MicOff aria-hidden="true" /> : <Mic aria-hidden="true" />}
        </Button>
        <Button className="ms-auto" disabled={!isReady} busy={busy} onClick={add}>
          <Plus size={20} aria-hidden="true" />
          Add Entry
        </Button>
      </div>
      <VoiceLine voice={voice} recording={recording} />
      {isBlank ? (
        <p className="text-sm text-muted pointer-coarse:hidden">Ctrl or ⌘ with Enter adds it too.</p>
      ) : (
        <p className="text-sm text-muted">
          {isPassing ? passing : 'Not added yet; kept on this device meanwhile.'}
        </p>
      )}
    </div>
  )
}

const passing =
  'Not added yet, and this browser does not keep it: please leave the page open until it is added.'

function VoiceLine({ voice, recording }: { voice: ReturnType<typeof useVoice>; recording: boolean }) {
  if (voice.trouble) {
    return (
      <p role="alert" className="text-sm text-danger">
        <strong>{voice.trouble.title}.</strong> {voice.trouble.sentence}
      </p>
    )
  }
  if (voice.listening) {
    return (
      <p className="text-sm text-warn">
        {/* Not around the words, which a screen reader would read out into the open microphone. */}
        <span role="status">
          <strong>Listening.</strong> Your browser may have its maker’s service write it down.
        </span>{' '}
        <span className="text-muted">{voice.interim}</span>
      </p>
    )
  }
  if (!recording) return null
  return <p className="text-sm text-muted">Voice-to-text rests while the recording listens.</p>
}
