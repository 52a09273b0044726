import { useQuery } from '@tanstack/react-query'
import { type Situation, sentences } from '../../../lib/sentences.ts'
import { ErrorPanel } from '../../../ui/error-panel.tsx'
import { Logo } from '../../../ui/logo.tsx'
import { PageSpinner } from '../../../ui/spinner.tsx'
import { storeWords } from '../failure-words.ts'
import { useDarkRoom } from '../use-dark-room.ts'
import { openPhone, type Phone } from './open-phone.ts'
import { PhoneRoom } from './phone-room.tsx'
import { PhoneUnfinished } from './phone-unfinished.tsx'
import { storyGone } from './phone-words.ts'

/** The page that a recording link opens: the question and one large button, or what to do when the link is not valid. */
export function PhonePage({ linkId, secret }: { linkId: string; secret: string }) {
  useDarkRoom()
  const phone = useQuery({
    queryKey: ['phone', linkId],
    queryFn: () => openPhone(linkId, secret),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
    refetchOnMount: false,
    refetchOnReconnect: false,
    refetchOnWindowFocus: false,
  })

  if (phone.isSuccess && 'link' in phone.data.opened) {
    return <PhoneRoom phone={phone.data} {...phone.data.opened} />
  }
  return (
    <main className="mx-auto flex min-h-dvh w-full max-w-[37.5rem] flex-col gap-8 p-4 sm:py-10">
      <title>Record a story · Kinora</title>
      <h1>
        <Logo />
      </h1>
      {phone.isPending ? <PageSpinner label="Opening the link" /> : null}
      {phone.isError ? <ErrorPanel {...storeWords(phone.error)} onRetry={() => phone.refetch()} /> : null}
      {phone.isSuccess && 'refusal' in phone.data.opened ? (
        <Refused
          phone={phone.data}
          refusal={phone.data.opened.refusal}
          onRetry={() => window.location.reload()}
        />
      ) : null}
    </main>
  )
}

const titles: Partial<Record<Situation, string>> = {
  LINK_UNKNOWN: 'This link leads nowhere',
  UNAUTHORIZED: 'This link is not complete',
  LINK_EXPIRED: 'This link has run out',
  LINK_REVOKED: 'This link was taken back',
  LINK_TAKEN: 'This link is open on another device',
  GONE: 'This story was deleted',
  OFFLINE: 'Kinora cannot be reached',
}

function refusedWords(refusal: Situation): string {
  if (refusal === 'GONE') return storyGone
  return sentences[refusal === 'UNAUTHORIZED' ? 'LINK_UNKNOWN' : refusal]
}

function Refused({ phone, refusal, onRetry }: { phone: Phone; refusal: Situation; onRetry: () => void }) {
  return (
    <>
      <ErrorPanel
        title={titles[refusal] ?? 'The link could not be opened'}
        sentence={refusedWords(refusal)}
        onRetry={onRetry}
      />
      <PhoneUnfinished device={phone.device} />
    </>
  )
}
