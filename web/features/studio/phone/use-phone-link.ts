import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useIdForWords } from '../../../lib/id-for-words.ts'
import { drawQrCode } from '../../../ui/qr-code.tsx'
import type { SessionPlan } from '../studio-session.ts'
import type { ThisDevice } from '../this-device.ts'

export type PhoneLink = {
  link: { id: string; address: string; picture: Blob } | null
  failed: boolean
  retry: () => void
}

/** The recording link for a phone beside this computer. It is created once per session, when its code is first shown. */
export function usePhoneLink(
  client: ThisDevice['client'],
  { storyId, title }: SessionPlan,
  transcribe: boolean,
  wanted: boolean,
): PhoneLink {
  const { idFor } = useIdForWords()
  const made = useQuery({
    queryKey: ['phone-link', storyId],
    queryFn: () => {
      const wished = { storyId, title, purpose: 'phone' as const }
      // No part of the words that the id is for: the switch changes it at any time.
      return client.recordingLinks.create({ id: idFor(wished), ...wished, transcribe })
    },
    enabled: wanted,
    staleTime: Number.POSITIVE_INFINITY,
    // The link ends with the session, so the story's next session needs a new one.
    gcTime: 0,
    retry: false,
    refetchOnMount: false,
    refetchOnReconnect: false,
    refetchOnWindowFocus: false,
  })
  const { data } = made
  const link = useMemo(
    () => (data ? { id: data.link.id, address: data.address, picture: drawQrCode(data.address) } : null),
    [data],
  )
  return { link, failed: made.isError, retry: made.refetch }
}
