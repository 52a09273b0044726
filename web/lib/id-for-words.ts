import { useState } from 'react'
import { v7 as newId } from 'uuid'

/**
 * The id of something new, kept for as long as its contents stay the same, so that a retry after a lost answer creates nothing twice.
 * Changed contents get a new id: the server keeps what it was given first under an id, and the newer contents would be lost.
 */
export function useIdForWords() {
  return useState(createIdForWords)[0]
}

export function createIdForWords() {
  let last: { words: string; id: string } | null = null
  return {
    /** @param said everything that is sent with the id, as plain data */
    idFor: (said: unknown): string => {
      const words = JSON.stringify(said)
      if (last?.words !== words) last = { words, id: newId() }
      return last.id
    },
    /** To be called once the thing was created: the same contents again then mean something else. */
    made: (): void => {
      last = null
    },
  }
}
