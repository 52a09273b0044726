import { useLocation } from '@tanstack/react-router'
import type { Story } from '#contract/stories.ts'

export type RecapNote = { id: string; text: string; timestamp: string }

/** The result of a session. `timestamp` is when it was recorded; null for a session that has just ended. */
export type SessionRecap = { storyId: string; duration: number; notes: RecapNote[]; timestamp: string | null }

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Passed from the studio to the recap: the duration in seconds, the notes, and the instant the session ended. */
    storyId?: string
    duration?: number
    notes?: RecapNote[]
    timestamp?: string
  }
}

/** The recap in the navigation state, if it is about this story. */
export function useCarriedRecap(storyId: string | undefined): SessionRecap | null {
  const state = useLocation({ select: (location) => location.state })
  if (state.storyId === undefined || (storyId !== undefined && storyId !== state.storyId)) return null

  return {
    storyId: state.storyId,
    duration: state.duration ?? 0,
    notes: state.notes ?? [],
    timestamp: state.timestamp ?? null,
  }
}

/** The recap derived from the story itself: after a reload, or when coming from a link. */
export function recapOf(story: Story): SessionRecap {
  const [first] = [...story.recordings].sort((a, b) => a.part - b.part)
  return {
    storyId: story.id,
    duration: story.duration,
    notes: story.notes,
    timestamp: first?.startedAt ?? story.createdAt,
  }
}
