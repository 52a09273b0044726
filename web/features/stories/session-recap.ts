import { useLocation } from '@tanstack/react-router'
import type { Story } from '#contract/stories.ts'

export type RecapNote = { id: string; text: string; timestamp: string }

/** What a session brought. `timestamp` is the instant it was recorded, null when it was just now. */
export type SessionRecap = { storyId: string; duration: number; notes: RecapNote[]; timestamp: string | null }

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Carried from the studio to the recap; seconds, notes, and the instant the session ended. */
    storyId?: string
    duration?: number
    notes?: RecapNote[]
    timestamp?: string
  }
}

/** What the way here carried, if it is about this story. */
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

/** The recap told by the story itself: after a reload, or from a link. */
export function recapOf(story: Story): SessionRecap {
  const [first] = [...story.recordings].sort((a, b) => a.part - b.part)
  return {
    storyId: story.id,
    duration: story.duration,
    notes: story.notes,
    timestamp: first?.startedAt ?? story.createdAt,
  }
}
