import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { type ThisDevice, thisDevice } from './this-device.ts'
import { untilItAnswers } from './use-unfinished.ts'

/** The device of the signed-in person, or null until it is open; reopened when the browser has closed its store. */
export function useThisDevice(): ThisDevice | null {
  const { data: device, refetch } = useQuery({
    queryKey: ['this-device'],
    queryFn: thisDevice,
    gcTime: 0,
    structuralSharing: false,
    ...untilItAnswers,
  })
  useEffect(() => {
    const again = () => void refetch()
    device?.closed.addEventListener('abort', again)
    return () => device?.closed.removeEventListener('abort', again)
  }, [device, refetch])
  return device ?? null
}
