import { getRouteApi, useLocation } from '@tanstack/react-router'
import { PhonePage } from '../features/studio/phone/phone-page.tsx'

const route = getRouteApi('/record/$sessionId')

/** For people with a recording link: no sign-in and no shell, only the question and one large button. */
export function RecordPage() {
  const { sessionId } = route.useParams()
  const secret = useLocation({ select: ({ hash }) => hash })
  return <PhonePage key={`${sessionId}.${secret}`} linkId={sessionId} secret={secret} />
}
