import { createContext, use } from 'react'

/** A picture of a page, in whatever state of loading. */
export type PageImage = {
  /** Null while it is loading, and if it no longer exists. */
  url: string | null
  isComing: boolean
  /** What the picture shows, if that is known besides its caption. */
  alt?: string
  /** Its width and height in px, for square pictures whose size is known before they are loaded. */
  size?: number
  /** Called when the address has expired. */
  renew: () => void
}

/** A hook that provides a picture; in the app it asks the server for the picture's address. */
export type UsePageImage = (pictureId: string | null) => PageImage

/** How the pages below this context get their pictures. */
export const PageImages = createContext<UsePageImage>(() => ({
  url: null,
  isComing: false,
  renew: () => {},
}))

export function usePageImage(pictureId: string | null): PageImage {
  const usePlace = use(PageImages)
  return usePlace(pictureId)
}
