import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { ListPlus, Plus } from 'lucide-react'
import { useState } from 'react'
import { Library } from '../features/prompts/library.tsx'
import { LibraryFilter } from '../features/prompts/library-filter.tsx'
import { ReportedList } from '../features/prompts/reported-list.tsx'
import { TaskDialogs } from '../features/prompts/task-dialogs.tsx'
import type { Task } from '../features/prompts/tasks.ts'
import { useKeptFilter } from '../features/prompts/use-kept-filter.ts'
import { Button } from '../ui/button.tsx'
import { ConversationDrawing } from '../ui/drawings/conversation.tsx'
import { KeepsakeDrawing } from '../ui/drawings/keepsake.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { Tabs, TabsContent, TabsList, TabsTrigger } from '../ui/tabs.tsx'
import type { PromptsTab } from './search.ts'

const route = getRouteApi('/app/prompts')

/** On a phone the two Create buttons share one row. */
const half = 'max-sm:flex-1 max-sm:px-3'

/** The lists of questions: one's own, Kinora's, and those published by other families. */
export function PromptsPage() {
  const { tab = 'mine' } = route.useSearch()
  const navigate = useNavigate()
  const [filter, setFilter] = useKeptFilter()
  const [task, setTask] = useState<Task | null>(null)
  const createPrompt = () => setTask({ name: 'create-prompt' })
  const createPlaylist = () => setTask({ name: 'create-playlist', prompts: [] })
  const shared = { filter, onFilter: setFilter, onTask: setTask }

  return (
    <>
      <title>Prompts · Kinora</title>
      <PageHeader
        title="Prompts"
        subtitle="A good question opens a door. Ask one, and listen."
        action={
          <div className="flex flex-wrap gap-3">
            <Button variant="outline" size="lg" className={half} onClick={createPlaylist}>
              <ListPlus aria-hidden="true" />
              New Playlist
            </Button>
            <Button size="lg" className={half} onClick={createPrompt}>
              <Plus aria-hidden="true" />
              New Prompt
            </Button>
          </div>
        }
      />
      <Tabs
        value={tab}
        onValueChange={(chosen) =>
          navigate({ to: '/app/prompts', search: { tab: chosen as PromptsTab }, state: true, replace: true })
        }
      >
        <TabsList aria-label="Prompts" className="mb-6">
          <TabsTrigger value="mine">My Prompts</TabsTrigger>
          <TabsTrigger value="explore">Explore</TabsTrigger>
          <TabsTrigger value="community">Community</TabsTrigger>
        </TabsList>
        <LibraryFilter filter={filter} onFilter={setFilter} />
        <TabsContent value="mine">
          <Library
            {...shared}
            list="own"
            titles={{ playlists: 'My Playlists', prompts: 'My Custom Prompts' }}
            empty={{
              playlists: (
                <EmptyState
                  drawing={<KeepsakeDrawing />}
                  heading="h3"
                  title="No playlists yet"
                  sentence="A playlist is what you would like to ask one person in one sitting."
                  action={<Button onClick={createPlaylist}>Create Your First Playlist</Button>}
                />
              ),
              prompts: (
                <EmptyState
                  drawing={<ConversationDrawing />}
                  heading="h3"
                  title="No prompts of your own yet"
                  sentence="What have you always wanted to ask? Write it down before you forget."
                  action={<Button onClick={createPrompt}>Create Your First Prompt</Button>}
                />
              ),
            }}
          />
        </TabsContent>
        <TabsContent value="explore">
          <Library
            {...shared}
            list="official"
            titles={{ playlists: 'Official Playlists', prompts: 'Official Prompts' }}
            empty={{ playlists: null, prompts: null }}
          />
        </TabsContent>
        <TabsContent value="community" className="flex flex-col gap-12">
          <ReportedList />
          <Library
            {...shared}
            list="community"
            titles={{ playlists: 'Community Playlists', prompts: 'Community Prompts' }}
            empty={{
              playlists: <Quiet>No family has published a playlist yet. Yours could be the first.</Quiet>,
              prompts: <Quiet>No family has published a prompt yet. Yours could be the first.</Quiet>,
            }}
          />
        </TabsContent>
      </Tabs>
      <TaskDialogs task={task} onTask={setTask} onEnd={() => setTask(null)} />
    </>
  )
}

function Quiet({ children }: { children: string }) {
  return <p className="text-muted">{children}</p>
}
