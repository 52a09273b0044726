import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { v7 as newId } from 'uuid'
import type { Prompt, WholePlaylist } from '#contract/prompts.ts'
import { nowInstant } from '../../lib/clock.ts'
import { stampOf } from '../../lib/format.ts'
import { orpc } from '../../lib/rpc.ts'
import { markAsked, sendMarks } from './asked-marks.ts'
import type { StudioSession } from './studio-session.ts'
import { useStepKeys } from './use-step-keys.ts'

export type Asking = {
  /** The question that is shown above the person. */
  question: Prompt | null
  /** The open playlist, and the index of its current question; -1 where the question is none of its own, or there is none. */
  playlist: WholePlaylist | null
  place: number
  /** The index of the playlist's question that was shown last; -1 before the first. */
  reached: number
  /** Ids of the questions that were asked while this session was recording. */
  askedHere: ReadonlySet<string>
  ask: (question: Prompt | null) => void
  /** Opens a playlist at its first question that was never asked, or at its first. */
  open: (playlist: WholePlaylist) => void
  close: () => void
  step: (by: 1 | -1) => void
}

/** Ids of the question or playlist with which the studio was opened. */
export type WantedQuestions = { prompt?: string | undefined; playlist?: string | undefined }

const sendEveryMs = 5_000

/** The question above the person, the way through a playlist, and the memory of what was asked. */
export function useAsking(
  userId: string,
  session: StudioSession,
  recording: boolean,
  wanted: WantedQuestions,
): Asking {
  const [question, setQuestion] = useState<Prompt | null>(null)
  const [playlist, setPlaylist] = useState<WholePlaylist | null>(null)
  const askedHere = useAskedNotes(userId, session, recording, question)
  const place = playlist && question ? playlist.promptIds.indexOf(question.id) : -1
  const [reached, setReached] = useState(-1)
  if (place >= 0 && place !== reached) setReached(place)

  const ask = (asked: Prompt | null) => {
    setQuestion(asked)
    // On a small screen the list is below the person: scroll up to where the question stands.
    window.scrollTo({ top: 0 })
  }
  const open = (opened: WholePlaylist) => {
    setPlaylist(opened)
    setReached(-1)
    const first = opened.prompts.find((prompt) => prompt.asked === null) ?? opened.prompts[0]
    if (first) ask(first)
  }
  const step = (by: 1 | -1) => {
    // After a question of another kind, or none, Next goes on behind the last one and Previous comes back to it.
    const next = playlist?.prompts[place < 0 && by < 0 ? reached : reached + by]
    if (next) ask(next)
  }
  useStepKeys(playlist !== null, step)
  useWanted(wanted, ask, open)

  return { question, playlist, place, reached, askedHere, ask, open, close: () => setPlaylist(null), step }
}

/** Shows the question, or opens the playlist, with which the studio was opened, as soon as it is loaded. */
function useWanted(
  wanted: WantedQuestions,
  ask: (question: Prompt) => void,
  open: (playlist: WholePlaylist) => void,
): void {
  const begun = useRef(false)
  const prompt = useQuery({
    ...orpc.prompts.get.queryOptions({ input: { id: wanted.prompt ?? '' } }),
    enabled: wanted.prompt !== undefined,
  })
  const playlist = useQuery({
    ...orpc.prompts.playlist.queryOptions({ input: { id: wanted.playlist ?? '' } }),
    enabled: wanted.playlist !== undefined,
  })
  useEffect(() => {
    if (begun.current || !(prompt.data || playlist.data)) return
    begun.current = true
    if (playlist.data) open(playlist.data)
    if (prompt.data) ask(prompt.data)
  })
}

/** A question that is shown while something is recorded counts as asked: a note records when, and the server is told. */
function useAskedNotes(
  userId: string,
  session: StudioSession,
  recording: boolean,
  question: Prompt | null,
): ReadonlySet<string> {
  const queries = useQueryClient()
  const [askedHere, setAskedHere] = useState<ReadonlySet<string>>(new Set())
  const last = useRef<string | null>(null)

  useEffect(() => {
    if (!recording || question === null || last.current === question.id) return
    last.current = question.id
    const at = nowInstant()
    const timestamp = stampOf(session.storyMs)
    session.putNote({ id: newId(), text: `Question: ${question.text}`, timestamp }).catch(() => undefined)
    markAsked(userId, { promptId: question.id, storyId: session.plan.storyId, at })
    setAskedHere((before) => new Set([...before, question.id]))
  }, [userId, session, recording, question])

  useEffect(() => {
    const send = async () => {
      const sent = await sendMarks(userId)
      if (sent > 0) queries.invalidateQueries({ queryKey: orpc.prompts.key() })
    }
    send()
    const timer = setInterval(send, sendEveryMs)
    return () => {
      clearInterval(timer)
      send()
    }
  }, [userId, queries])
  return askedHere
}
