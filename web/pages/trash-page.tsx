import { limits } from '#contract/limits.ts'
import { TrashList } from '../features/archive/trash-list.tsx'
import { PageHeader } from '../ui/page-header.tsx'

/** What was deleted and can still be restored. */
export function TrashPage() {
  return (
    <>
      <title>Trash · Kinora</title>
      <PageHeader
        title="Trash"
        subtitle={`What you delete waits here for ${limits.trashDays} days. Then it goes for good, with its recordings and files.`}
      />
      <TrashList />
    </>
  )
}
