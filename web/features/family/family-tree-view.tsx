import { useNavigate } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { FamilyConnection, FamilyTree } from '#contract/family.ts'
import { kinOf, relationToYou } from '#contract/kinship.ts'
import { lifeOf, nameOf } from '#contract/person-name.ts'
import { branchOf } from '#contract/tree-branch.ts'
import { importing } from '../../lib/importing.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { BranchNote } from './branch-note.tsx'
import { chooseOrConnect } from './choose-or-connect.ts'
import { ChosenBar } from './chosen-bar.tsx'
import { ConnectDialog, type Pair } from './connect-dialog.tsx'
import { EditLineDialog } from './edit-line-dialog.tsx'
import type { GoTo } from './family-canvas.tsx'
import type { Findable } from './find-people.ts'
import { layOut } from './laid-out.ts'
import { LineNoteBar } from './line-note.tsx'
import { LinesDialog } from './lines-dialog.tsx'
import { mayRemove } from './may-remove.ts'
import { EditMemberDialog, RemoveMemberDialog } from './member-dialogs.tsx'
import { PersonSearch } from './person-search.tsx'
import { useLineChanges } from './use-line-changes.ts'

const FamilyCanvas = lazy(async () => ({
  default: (await importing(() => import('./family-canvas.tsx'))).FamilyCanvas,
}))

export type FamilyTreeViewProps = {
  tree: FamilyTree
  /** Somebody who was just added: chosen and brought into view as soon as the tree has them. A new object triggers it each time. */
  added: { id: string } | null
  /** Shown beside the search. */
  actions: ReactNode
}

/** The family as a tree, with one person chosen. */
export function FamilyTreeView({ tree: whole, added, actions }: FamilyTreeViewProps) {
  const [chosenId, choose] = useState(whole.selfId)
  const [branchId, setBranch] = useState<string | null>(null)
  const [connectingId, setConnecting] = useState<string | null>(null)
  const [pair, setPair] = useState<Pair | null>(null)
  const [editing, setEditing] = useState<string | null>(null)
  const [removing, setRemoving] = useState<string | null>(null)
  const [goTo, setGoTo] = useState<GoTo | null>(null)
  const navigate = useNavigate()
  const [linesOf, setLinesOf] = useState<string | null>(null)
  const [editingLine, setEditingLine] = useState<string | null>(null)
  const changes = useLineChanges()
  const chosenBar = useRef<HTMLElement>(null)
  const [pressed, setPressed] = useState<{ id: string } | null>(null)

  const byId = useMemo(() => new Map(whole.people.map((person) => [person.id, person])), [whole])
  const tree = useMemo(
    () => (branchId && byId.has(branchId) ? branchOf(whole, branchId) : whole),
    [whole, branchId, byId],
  )
  const laidOut = useMemo(() => layOut(tree), [tree])
  const findable = useMemo(() => findableIn(whole), [whole])
  const kin = useMemo(() => kinOf(whole.people, whole.connections), [whole])
  const chosen = laidOut.byId.get(chosenId)?.person ?? laidOut.byId.get(tree.selfId)?.person ?? tree.people[0]

  const ask = useCallback(
    (fromId: string, toId: string) => {
      const [from, to] = [byId.get(fromId), byId.get(toId)]
      setConnecting(null)
      if (from && to) setPair({ from, to })
    },
    [byId],
  )
  // On a phone the bar is below the visible area, so that pressing a card seemed to do nothing.
  useEffect(() => {
    if (pressed !== null) chosenBar.current?.scrollIntoView({ block: 'nearest' })
  }, [pressed])
  const shown = useRef<{ id: string } | null>(null)
  useEffect(() => {
    if (added === null || added === shown.current || !byId.has(added.id)) return
    shown.current = added
    setBranch(null)
    choose(added.id)
    setGoTo({ id: added.id, withAll: true, withFocus: false })
  }, [added, byId])
  const press = useCallback(
    (id: string) => {
      setPressed({ id })
      chooseOrConnect(connectingId, id, { choose, ask })
    },
    [connectingId, ask],
  )
  const isBranch = tree !== whole
  const showBranch = (id: string | null) => {
    const stays = id ?? chosen?.id ?? whole.selfId
    setBranch(id)
    choose(stays)
    setGoTo({ id: stays, withAll: true, withFocus: true })
  }
  const editLine = useCallback(({ id }: FamilyConnection) => setEditingLine(id), [])

  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center gap-3 print:hidden">
        <PersonSearch
          label="Find a person"
          people={findable}
          onFound={(id) => {
            if (!laidOut.byId.has(id)) setBranch(null)
            chooseOrConnect(connectingId, id, { choose, ask })
            setGoTo({ id, withAll: false, withFocus: true })
          }}
        />
        {actions}
      </div>
      <BranchNote
        root={isBranch && branchId ? (byId.get(branchId) ?? null) : null}
        shown={tree.people.length}
        all={whole.people.length}
        onShowAll={() => showBranch(null)}
      />
      <p className="sr-only" id="tree-keys">
        Arrow keys move to relatives, Enter opens a person, C begins a line to another person and Escape ends
        it. L lists a person's lines, to change or remove them. B shows only a person's own branch, and B
        again or Escape everybody. F shows the whole family at once.
      </p>
      <section
        aria-label="Family tree"
        aria-describedby="tree-keys"
        className="h-[max(26.25rem,calc(100dvh-26.25rem))] low:h-[75dvh] rounded-card border border-border"
      >
        <Suspense fallback={<Skeleton className="size-full" />}>
          <FamilyCanvas
            tree={tree}
            laidOut={laidOut}
            currentId={chosen?.id ?? tree.selfId}
            connectingId={connectingId}
            onChoose={press}
            onMove={choose}
            onOpen={(memberId) => navigate({ to: '/app/family/$memberId', params: { memberId } })}
            onConnect={ask}
            onStartConnecting={setConnecting}
            onEditLine={editLine}
            onRemoveLine={changes.remove}
            onShowLines={setLinesOf}
            onBranch={showBranch}
            isBranch={isBranch}
            goTo={goTo}
          />
        </Suspense>
      </section>
      <p className="hidden text-muted print:block">
        This is the part of the tree that was in sight. “Print a poster (PDF)” has the whole tree.
      </p>
      <LineNoteBar changes={changes} />
      {chosen ? (
        <ChosenBar
          ref={chosenBar}
          person={chosen}
          relation={relationToYou(kin, whole.selfId, chosen)}
          isFocused={isBranch}
          isConnecting={connectingId === chosen.id}
          mayRemove={mayRemove(chosen, whole)}
          onEdit={() => setEditing(chosen.id)}
          onConnect={() => setConnecting(connectingId ? null : chosen.id)}
          onLines={() => setLinesOf(chosen.id)}
          onBranch={() => showBranch(isBranch ? null : chosen.id)}
          onRemove={() => setRemoving(chosen.id)}
        />
      ) : null}
      <LinesDialog
        tree={whole}
        personId={linesOf}
        changes={changes}
        onEdit={editLine}
        onClose={() => setLinesOf(null)}
      />
      <EditLineDialog
        tree={whole}
        lineId={editingLine}
        changes={changes}
        onClose={() => setEditingLine(null)}
      />
      <ConnectDialog pair={pair} onClose={() => setPair(null)} />
      <EditMemberDialog memberId={editing} tree={whole} onClose={() => setEditing(null)} />
      <RemoveMemberDialog
        person={removing ? (byId.get(removing) ?? null) : null}
        onClose={() => setRemoving(null)}
        onRemoved={() => choose(whole.selfId)}
      />
    </div>
  )
}

const findableIn = ({ people }: FamilyTree): Findable[] =>
  people
    .filter(({ isPlaceholder }) => !isPlaceholder)
    .map((person) => ({
      id: person.id,
      name: nameOf(person),
      otherNames: `${person.firstName} ${person.lastName} ${person.birthName}`,
      detail: lifeOf(person),
    }))
