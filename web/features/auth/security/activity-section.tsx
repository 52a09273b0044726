import { useInfiniteQuery } from '@tanstack/react-query'
import { formatDate, formatTime } from '../../../lib/format.ts'
import { ErrorPanel } from '../../../ui/error-panel.tsx'
import { SettingsSection } from '../../../ui/settings-section.tsx'
import { ShowMore } from '../../../ui/show-more.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { type Activity, activityWords } from './activity-words.ts'
import { askService, sentenceOfProblem } from './ask-service.ts'
import { deviceWords } from './device-words.ts'

const pageSize = 10

type Page = { entries: Activity[]; next: string | null }

/** The account's audit log, newest first, a page at a time. */
export function ActivitySection() {
  const activity = useActivity()
  const entries = activity.data?.pages.flatMap((page) => page.entries) ?? []

  if (activity.isError && !activity.data) {
    return (
      <ErrorPanel
        title="Recent activity could not be loaded"
        sentence={sentenceOfProblem(activity.error)}
        onRetry={() => activity.refetch()}
      />
    )
  }
  return (
    <SettingsSection title="Recent activity" sentence="What happened to your account, the newest first.">
      {activity.isPending ? <Skeleton className="m-5 h-40" /> : null}
      {activity.data && entries.length === 0 ? <p className="p-5 text-muted sm:px-6">Nothing yet.</p> : null}
      {entries.length > 0 ? (
        <ol className="divide-y divide-border">
          {entries.map((entry) => (
            <ActivityRow key={entry.id} entry={entry} />
          ))}
        </ol>
      ) : null}
      {activity.hasNextPage ? (
        <div className="p-5 sm:px-6">
          <ShowMore list={activity} className="max-sm:w-full" />
        </div>
      ) : null}
    </SettingsSection>
  )
}

function ActivityRow({ entry }: { entry: Activity }) {
  return (
    <li className="px-5 py-4 sm:px-6">
      <p>{activityWords(entry)}</p>
      <p className="text-sm text-muted">
        <time dateTime={entry.created_at}>
          {formatDate(entry.created_at)}, {formatTime(entry.created_at)}
        </time>
        {placeOf(entry)}
      </p>
    </li>
  )
}

/** ' · Chrome on Windows · 192.0.2.7', as far as device and address are known. */
function placeOf({ user_agent: agent, ip_address: address }: Activity): string {
  return [agent === null ? '' : deviceWords(agent).name, address]
    .filter((part) => part !== '')
    .map((part) => ` · ${part}`)
    .join('')
}

function useActivity() {
  return useInfiniteQuery({
    queryKey: ['auth', 'activity'],
    staleTime: 0,
    initialPageParam: null as string | null,
    queryFn: async ({ pageParam }) => {
      const before = pageParam === null ? '' : `&before=${encodeURIComponent(pageParam)}`
      return (await askService('GET', `/user/activity?limit=${pageSize}${before}`)) as Page
    },
    getNextPageParam: (last) => last.next,
  })
}
