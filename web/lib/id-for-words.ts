import { useState } from 'react'
import { v7 as newId } from 'uuid'

/**
 * The id of something new. It lasts as long as its words: a second try after a lost answer makes nothing twice. With other
 * words it is another, because the server keeps under an id what it was given first, and the newer words would be lost.
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
    /** It was made: the same words once more are something else. */
    made: (): void => {
      last = null
    },
  }
}
