import { ImageUp, Undo2 } from 'lucide-react'
import type { Profile } from '#contract/account.ts'
import { pictureProblem } from '../../lib/portrait.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Button } from '../../ui/button.tsx'
import { FileButton } from '../../ui/file-button.tsx'
import { useAvatar } from './use-avatar.ts'

/** The profile picture, with the buttons to change it. Saved immediately, independently of the rest of the form. */
export function AvatarField({ profile }: { profile: Profile }) {
  const { put, remove, removed, isBusy, error } = useAvatar(profile)
  const name = profile.fullName || profile.email.split('@')[0] || 'User'

  return (
    <div className="flex flex-wrap items-center gap-5">
      <Avatar name={name} picture={profile.avatarUrl} size="lg" />
      <div className="flex min-w-0 flex-1 basis-64 flex-col gap-3">
        <p className="font-story text-lg font-semibold wrap-anywhere">{name}</p>
        <div className="flex flex-wrap gap-3">
          <FileButton
            variant="outline"
            size="sm"
            busy={isBusy}
            accept="image/*"
            fileLabel="Picture of you"
            onFile={put}
          >
            <ImageUp size={20} aria-hidden="true" />
            {profile.avatarUrl ? 'Change picture' : 'Add a picture'}
          </FileButton>
          {profile.avatarUrl ? (
            <Button variant="ghost" size="sm" disabled={isBusy} onClick={remove}>
              Remove picture
            </Button>
          ) : null}
        </div>
        <p className="text-sm text-muted">PNG, JPG up to 10MB. Your family tree shows the same picture.</p>
        {removed ? (
          <div role="status" className="flex flex-wrap items-center gap-3 rounded-card bg-tint p-3">
            <p className="flex-1">Your picture was removed.</p>
            <Button variant="outline" size="sm" busy={isBusy} onClick={() => put(removed)}>
              <Undo2 size={20} aria-hidden="true" />
              Undo
            </Button>
          </div>
        ) : null}
        {error ? (
          <p role="alert" className="font-semibold text-danger">
            {pictureProblem(error)}
          </p>
        ) : null}
      </div>
    </div>
  )
}
