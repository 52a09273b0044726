import { useCallback, useEffect, useState } from 'react'
import type { StoryMethod } from '#contract/stories.ts'
import { cn } from '../../ui/cn.ts'
import { Tabs, TabsContent, TabsList, TabsTrigger } from '../../ui/tabs.tsx'
import { JournalPanel } from './journal-panel.tsx'
import { makeStory } from './make-story.ts'
import { PromptsPanel } from './prompts-panel.tsx'
import type { StudioSlots } from './slots.ts'
import type { StudioSession } from './studio-session.ts'
import type { ThisDevice } from './this-device.ts'
import { TranscriptPanel } from './transcript-panel.tsx'
import type { Asking } from './use-asking.ts'
import { useLiveCaptions } from './use-live-captions.ts'

/** The tab in which the studio opens, by the method with which the story was begun. */
const firstTab: Record<StoryMethod, string> = { recording: 'prompts', journal: 'journal', upload: 'uploads' }

export type SidePanelProps = StudioSlots & {
  device: ThisDevice
  session: StudioSession
  mode: StoryMethod
  asking: Asking
  /** Whether the panel takes the whole screen and hides the picture of the person. */
  full: boolean
  onFull: (full: boolean) => void
}

const tabs = [
  { value: 'prompts', label: 'Prompts' },
  { value: 'transcript', label: 'Transcript' },
  { value: 'journal', label: 'Journal' },
  { value: 'uploads', label: 'Uploads' },
]

/** A tab whose content must carry on while another is shown stays mounted, and is only hidden. */
const kept = 'flex min-h-0 flex-1 flex-col overflow-y-auto pt-5 data-[state=inactive]:hidden'

const journalAfterMs = 4_000

/** The panel beside the person: what to ask, and what to note down. */
export function SidePanel({
  device,
  session,
  mode,
  asking,
  newPrompt,
  journal,
  uploads,
  full,
  onFull,
}: SidePanelProps) {
  const { storyId } = session.plan
  const [tab, setTab] = useState(firstTab[mode])
  const [sawUploads, setSawUploads] = useState(mode === 'upload')
  const [sawJournal, setSawJournal] = useState(mode === 'journal')
  useEffect(() => {
    // The stage loads first; the journal soon after, while there is a network, because it must then work without one.
    const timer = setTimeout(() => setSawJournal(true), journalAfterMs)
    return () => clearTimeout(timer)
  }, [])
  const captions = useLiveCaptions(device, session)
  const onFiles = useCallback((hasFiles: boolean) => session.tellOfFiles(hasFiles), [session])
  return (
    <aside
      aria-label="Prompts, transcript, journal and uploads"
      className={cn(
        'flex min-h-0 flex-col border-border bg-raised p-4 lg:p-5',
        full ? 'lg:col-span-2' : 'max-lg:row-start-2 max-lg:low:row-start-3 max-lg:border-t lg:border-s',
      )}
    >
      <Tabs
        value={tab}
        onValueChange={(next) => {
          setTab(next)
          onFull(false)
          if (next === 'uploads') setSawUploads(true)
          if (next === 'journal') setSawJournal(true)
        }}
        className="flex min-h-0 flex-1 flex-col"
      >
        <TabsList aria-label="Prompts, transcript, journal and uploads" className="gap-0! shrink-0">
          {tabs.map(({ value, label }) => (
            <TabsTrigger key={value} value={value} className="grow px-2! text-center">
              {label}
            </TabsTrigger>
          ))}
        </TabsList>
        <TabsContent
          value="prompts"
          className="flex min-h-0 flex-1 flex-col overflow-y-auto pt-5 max-lg:max-h-[60dvh] max-lg:low:max-h-none"
        >
          <PromptsPanel asking={asking} newPrompt={newPrompt} />
        </TabsContent>
        <TabsContent
          value="transcript"
          forceMount
          className={cn(kept, 'max-lg:max-h-[60dvh] max-lg:low:max-h-none')}
        >
          <TranscriptPanel session={session} captions={captions} />
        </TabsContent>
        <TabsContent
          value="journal"
          forceMount
          className={cn(kept, !full && 'max-lg:max-h-[60dvh] max-lg:low:max-h-none')}
        >
          {sawJournal ? (
            <JournalPanel {...{ session, journal, full, onFull }} isShown={tab === 'journal'} />
          ) : null}
        </TabsContent>
        <TabsContent
          value="uploads"
          forceMount
          className={cn(kept, 'max-lg:max-h-[60dvh] max-lg:low:max-h-none')}
        >
          {sawUploads ? uploads({ storyId, prepare: () => makeStory(device, session), onFiles }) : null}
        </TabsContent>
      </Tabs>
    </aside>
  )
}
