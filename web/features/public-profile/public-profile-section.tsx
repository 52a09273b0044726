import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ExternalLink } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { PublicProfileChoice } from '#contract/public-profile.ts'
import { sentenceOf } from '../../lib/errors.ts'
import { keepAnswer } from '../../lib/keep-answer.ts'
import { client, orpc } from '../../lib/rpc.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { LoadFailure } from '../../ui/load-failure.tsx'
import { SettingsSection } from '../../ui/settings-section.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Switch } from '../../ui/switch.tsx'
import { changeChoice } from './change-choice.ts'

/** Switches the public profile on and off, and chooses what is on it. `name` is the field that asks for the person's name. */
export function PublicProfileSection({ name }: { name: ReactNode }) {
  const known = useQuery(orpc.publicProfile.get.queryOptions())
  return (
    <SettingsSection
      title="Public profile"
      sentence="A page with your name for whoever has its address, and for nobody else. Your stories, phone and email are never on it."
    >
      <div className="flex flex-col gap-5 p-5 sm:px-6">
        {known.isPending ? <Skeleton className="h-12" /> : null}
        <LoadFailure of={known} />
        {known.data?.isPublic ? name : null}
        {known.data ? <Choice {...known.data} /> : null}
      </div>
    </SettingsSection>
  )
}

function Choice({ url, ...choice }: PublicProfileChoice & { url: string | null }) {
  const queries = useQueryClient()
  const [asked, setAsked] = useState(false)
  // It was turned off, here or elsewhere: a profile that is turned on later is not asked about at once.
  if (asked && !choice.isPublic) setAsked(false)
  const save = useMutation({
    mutationFn: (changed: Partial<PublicProfileChoice>) => changeChoice(client.publicProfile, changed),
    onSuccess: (saved) => keepAnswer(queries, orpc.publicProfile.get.queryKey(), saved),
  })
  const shown = save.isPending ? { ...choice, ...save.variables } : choice
  const part = (label: string, key: 'picture' | 'location' | 'bio') => (
    <Switch
      label={label}
      checked={shown[key]}
      disabled={save.isPending}
      onCheckedChange={(checked) => save.mutate({ [key]: checked })}
    />
  )
  return (
    <>
      <Switch
        label="Public profile"
        hint={shown.isPublic ? 'Turned off, this address never works again.' : undefined}
        checked={shown.isPublic}
        disabled={save.isPending}
        onCheckedChange={(isPublic) => (isPublic ? save.mutate({ isPublic }) : setAsked(true))}
      />
      <ConfirmDialog
        open={asked}
        onOpenChange={setAsked}
        title="Turn your public profile off?"
        description="Whoever has its address cannot see it any more, and that address never works again: turned on anew, the page has another one."
        cancelLabel="Keep it public"
        confirmLabel="Turn it off"
        busy={save.isPending}
        error={save.error}
        onConfirm={() => save.mutate({ isPublic: false })}
      />
      {shown.isPublic ? (
        <fieldset className="flex flex-col gap-3 border-t border-border pt-5">
          <legend className="sr-only">What is on it besides your name</legend>
          {part('Show my picture', 'picture')}
          {part('Show my location', 'location')}
          {part('Show my bio', 'bio')}
        </fieldset>
      ) : null}
      {/* Shown until the server has confirmed the switch: up to then the page is still public. */}
      {url && choice.isPublic ? (
        <div className="flex flex-wrap gap-3">
          <CopyButton text={url}>Copy the address</CopyButton>
          <Button variant="ghost" size="sm" asChild>
            <a href={url} target="_blank" rel="noreferrer">
              <ExternalLink size={20} aria-hidden="true" />
              See the page
            </a>
          </Button>
        </div>
      ) : null}
      {save.isError && !asked ? (
        <p role="alert" className="text-danger">
          {sentenceOf(save.error)}
        </p>
      ) : null}
    </>
  )
}
