import type { Prompt } from '#contract/prompts.ts'
import type { StoryMethod } from '#contract/stories.ts'
import { Tabs, TabsContent, TabsList, TabsTrigger } from '../../ui/tabs.tsx'
import { JournalPanel } from './journal-panel.tsx'
import { PromptsPanel } from './prompts-panel.tsx'
import type { StudioSession } from './studio-session.ts'

export type SidePanelProps = {
  session: StudioSession
  mode: StoryMethod
  question: Prompt | null
  onAsk: (question: Prompt | null) => void
}

/** Beside the person: what to ask, and what to note down. */
export function SidePanel({ session, mode, question, onAsk }: SidePanelProps) {
  return (
    <aside
      aria-label="Prompts and journal"
      className="flex min-h-0 flex-col border-border bg-raised p-4 max-lg:row-start-2 max-lg:border-t lg:border-s lg:p-5"
    >
      <Tabs
        defaultValue={mode === 'journal' ? 'journal' : 'prompts'}
        className="flex min-h-0 flex-1 flex-col"
      >
        <TabsList aria-label="Prompts and journal">
          <TabsTrigger value="prompts">Prompts</TabsTrigger>
          <TabsTrigger value="journal">Journal</TabsTrigger>
        </TabsList>
        <TabsContent
          value="prompts"
          className="flex min-h-0 flex-1 flex-col overflow-y-auto pt-5 max-lg:max-h-[60dvh]"
        >
          <PromptsPanel question={question} onAsk={onAsk} />
        </TabsContent>
        <TabsContent
          value="journal"
          forceMount
          className="flex min-h-0 flex-1 flex-col overflow-y-auto pt-5 data-[state=inactive]:hidden max-lg:max-h-[60dvh]"
        >
          <JournalPanel session={session} />
        </TabsContent>
      </Tabs>
    </aside>
  )
}
