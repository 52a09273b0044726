import type { Prompt } from '#contract/prompts.ts'
import type { StoryMethod } from '#contract/stories.ts'
import { cn } from '../../ui/cn.ts'
import { Tabs, TabsContent, TabsList, TabsTrigger } from '../../ui/tabs.tsx'
import { JournalPanel } from './journal-panel.tsx'
import { PromptsPanel } from './prompts-panel.tsx'
import type { StudioSlots } from './slots.ts'
import type { StudioSession } from './studio-session.ts'

/** The tab in which the studio opens, by what somebody came to do. */
const firstTab: Record<StoryMethod, string> = { recording: 'prompts', journal: 'journal', upload: 'uploads' }

export type SidePanelProps = StudioSlots & {
  session: StudioSession
  mode: StoryMethod
  question: Prompt | null
  onAsk: (question: Prompt | null) => void
  /** The panel takes the whole room; the person steps back. */
  full: boolean
  onFull: (full: boolean) => void
}

/** What goes on when another tab is shown stays in the page. */
const kept = 'flex min-h-0 flex-1 flex-col overflow-y-auto pt-5 data-[state=inactive]:hidden'

/** Beside the person: what to ask, and what to note down. */
export function SidePanel({
  session,
  mode,
  question,
  onAsk,
  journal,
  uploads,
  full,
  onFull,
}: SidePanelProps) {
  const { storyId } = session.plan
  return (
    <aside
      aria-label="Prompts and journal"
      className={cn(
        'flex min-h-0 flex-col border-border bg-raised p-4 lg:p-5',
        full ? 'lg:col-span-2' : 'max-lg:row-start-2 max-lg:border-t lg:border-s',
      )}
    >
      <Tabs
        defaultValue={firstTab[mode]}
        onValueChange={() => onFull(false)}
        className="flex min-h-0 flex-1 flex-col"
      >
        <TabsList aria-label="Prompts and journal">
          <TabsTrigger value="prompts">Prompts</TabsTrigger>
          <TabsTrigger value="journal">Journal</TabsTrigger>
          <TabsTrigger value="uploads">Uploads</TabsTrigger>
        </TabsList>
        <TabsContent
          value="prompts"
          className="flex min-h-0 flex-1 flex-col overflow-y-auto pt-5 max-lg:max-h-[60dvh]"
        >
          <PromptsPanel question={question} onAsk={onAsk} />
        </TabsContent>
        <TabsContent value="journal" forceMount className={cn(kept, !full && 'max-lg:max-h-[60dvh]')}>
          <JournalPanel {...{ session, journal, full, onFull }} />
        </TabsContent>
        <TabsContent value="uploads" forceMount className={cn(kept, 'max-lg:max-h-[60dvh]')}>
          {uploads({ storyId, prepare: () => session.makeStory() })}
        </TabsContent>
      </Tabs>
    </aside>
  )
}
