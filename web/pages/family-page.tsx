import { Plus } from 'lucide-react'
import { useState } from 'react'
import { FamilyMenu } from '../features/family/family-menu.tsx'
import { FamilyTreeView } from '../features/family/family-tree-view.tsx'
import { GedcomDialog } from '../features/family/gedcom-dialog.tsx'
import { AddMemberDialog } from '../features/family/member-dialogs.tsx'
import { PosterDialog } from '../features/family/poster-dialog.tsx'
import { useFamilyTree } from '../features/family/use-family.ts'
import { sentenceOf } from '../lib/errors.ts'
import { Button } from '../ui/button.tsx'
import { FamilyDrawing } from '../ui/drawings/family.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { ErrorPanel } from '../ui/error-panel.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { Skeleton } from '../ui/skeleton.tsx'

/** The family tree, and the links to everybody in it. */
export function FamilyPage() {
  const tree = useFamilyTree()
  const [adding, setAdding] = useState(false)
  const [added, setAdded] = useState<{ id: string } | null>(null)
  const [importing, setImporting] = useState(false)
  const [printing, setPrinting] = useState(false)
  const isAlone = tree.data !== undefined && tree.data.people.length <= 1

  return (
    <>
      <title>Family · Kinora</title>
      <PageHeader
        title="Family"
        subtitle="Who belongs to whom, and who tells which story."
        action={
          isAlone ? undefined : (
            // Invisible until the tree is loaded: for an empty family this button is replaced by one
            // further below, so that an early press would be lost.
            <Button size="lg" className={tree.isPending ? 'invisible' : ''} onClick={() => setAdding(true)}>
              <Plus aria-hidden="true" />
              Add Family Member
            </Button>
          )
        }
      />
      {tree.isPending ? <TreeSkeleton /> : null}
      {tree.isError && !tree.data ? (
        <ErrorPanel
          title="Failed to load family members"
          sentence={sentenceOf(tree.error)}
          onRetry={() => tree.refetch()}
        />
      ) : null}
      {isAlone ? (
        <EmptyState
          drawing={<FamilyDrawing />}
          title="Start building your family tree"
          sentence="Begin with whoever you would like to hear. A name is enough; the rest can come later."
          action={
            <div className="flex flex-wrap justify-center gap-3">
              <Button variant="hero" size="lg" onClick={() => setAdding(true)}>
                <Plus aria-hidden="true" />
                Add Family Member
              </Button>
              <Button variant="outline" size="lg" onClick={() => setImporting(true)}>
                Import a family
              </Button>
            </div>
          }
        />
      ) : null}
      {tree.data && !isAlone ? (
        <FamilyTreeView
          tree={tree.data}
          added={added}
          actions={
            <FamilyMenu
              tree={tree.data}
              onImport={() => setImporting(true)}
              onPoster={() => setPrinting(true)}
            />
          }
        />
      ) : null}
      <PosterDialog open={printing} onClose={() => setPrinting(false)} />
      <GedcomDialog open={importing} onClose={() => setImporting(false)} />
      <AddMemberDialog
        tree={tree.data}
        open={adding}
        onClose={() => setAdding(false)}
        onAdded={(id) => setAdded({ id })}
      />
    </>
  )
}

/** The placeholder of the tree: the search, and the tree below it. */
function TreeSkeleton() {
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap gap-3">
        <Skeleton className="h-12 flex-1 basis-60 sm:max-w-96" />
        <Skeleton className="h-12 w-54 rounded-full" />
      </div>
      <Skeleton className="h-[max(26.25rem,calc(100dvh-26.25rem))]" />
    </div>
  )
}
