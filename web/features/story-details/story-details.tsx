import { ListPlus } from 'lucide-react'
import { useState } from 'react'
import type { Story } from '#contract/stories.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { DetailsForm } from './details-form.tsx'

/** Opens the details of a story: speakers, tags, date, place and context. */
export function StoryDetails({ story }: { story: Story }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button variant="outline" onClick={() => setOpen(true)}>
        <ListPlus size={20} aria-hidden="true" />
        Add Details
      </Button>
      <Dialog open={open} onOpenChange={setOpen} title="Add Story Details" width="wide">
        <DetailsForm story={story} onDone={() => setOpen(false)} />
      </Dialog>
    </>
  )
}
