import { createContext, use } from 'react'

/** A picture of a page, as far as it is there. */
export type PageImage = {
  /** Null until it is there, and where there is none any more. */
  url: string | null
  isComing: boolean
  /** What it shows, where that is known apart from its caption. */
  alt?: string
  /** Its width and height in px, where it is a square and they are known before it has come. */
  size?: number
  /** The address has run out. */
  renew: () => void
}

/** A hook: in the app a picture's address is asked of the server. */
export type UsePageImage = (pictureId: string | null) => PageImage

/** Where the pictures of the pages below are. */
export const PageImages = createContext<UsePageImage>(() => ({
  url: null,
  isComing: false,
  renew: () => {},
}))

export function usePageImage(pictureId: string | null): PageImage {
  const usePlace = use(PageImages)
  return usePlace(pictureId)
}
