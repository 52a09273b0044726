import { Link } from '@tanstack/react-router'
import type { DamagedFile } from '#contract/fixity.ts'
import { formatDate } from '../../lib/format.ts'
import { Button } from '../../ui/button.tsx'
import { Portioned } from '../../ui/portioned.tsx'
import { SettingsRow } from '../../ui/settings-section.tsx'

/** The damaged files, one row each. Rendered in portions, because a failing disk damages thousands at once. */
export function DamagedRows({ files }: { files: readonly DamagedFile[] }) {
  return (
    <div className="divide-y divide-border [&>button]:mx-5 [&>button]:mb-5">
      <Portioned items={files}>
        {(drawn) => drawn.map((file) => <DamagedRow key={file.id} file={file} />)}
      </Portioned>
    </div>
  )
}

function DamagedRow({ file }: { file: DamagedFile }) {
  return (
    <SettingsRow
      title={file.storyTitle === '' ? nameOf(file) : `${nameOf(file)} in “${file.storyTitle}”`}
      detail={`${sentences[file.damage]} Found on ${formatDate(file.foundAt)}. An original cannot be made again: if somebody in your family still has it, add it to the story once more.`}
      action={
        file.storyId === null ? null : (
          <Button variant="outline" asChild>
            <Link to="/app/stories/$storyId" params={{ storyId: file.storyId }}>
              Open the story
            </Link>
          </Button>
        )
      }
    />
  )
}

const nameOf = ({ fileName }: DamagedFile): string => (fileName === '' ? 'A recording' : `“${fileName}”`)

const sentences: Record<DamagedFile['damage'], string> = {
  changed: 'Its bytes are no longer those that you gave us.',
  missing: 'Its bytes are no longer there.',
}
