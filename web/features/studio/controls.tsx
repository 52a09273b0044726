import {
  LogOut,
  type LucideIcon,
  Mic,
  MicOff,
  Pause,
  Play,
  Settings,
  Square,
  Video,
  VideoOff,
} from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { useWatched } from '../../lib/use-watched.ts'
import { isCapturing, type RecorderState } from '../../recorder/state.ts'
import { cn } from '../../ui/cn.ts'
import { Spinner } from '../../ui/spinner.tsx'
import { beginning } from './begin-button.ts'
import type { StudioDevices } from './studio-devices.ts'

export type ControlsProps = {
  devices: StudioDevices
  recorder: RecorderState
  starting: boolean
  onRecord: () => void
  onPause: () => void
  onResume: () => void
  onStop: () => void
  onSettings: () => void
  onEnd: () => void
}

/** The bar at the bottom: one big round button in the middle, everything else beside it. It stays one row even on a phone of 320 px. */
export function Controls(props: ControlsProps) {
  const { devices, recorder, onSettings, onEnd } = props
  const { choice, muted, stream } = useWatched(devices.view)
  const capturing = isCapturing(recorder)
  const withoutPicture = capturing && (stream?.getVideoTracks().length ?? 0) === 0
  const toggleCamera = () =>
    capturing ? devices.setPicture(!choice.withCamera) : devices.choose({ withCamera: !choice.withCamera })

  return (
    <div className="flex flex-wrap items-center justify-center max-[20rem]:gap-x-1 min-[21rem]:gap-1 min-[24rem]:gap-2 sm:grid sm:grid-cols-[minmax(0,1fr)_auto_minmax(0,1fr)] sm:gap-6">
      <div className="flex justify-end max-[20rem]:gap-x-1 min-[24rem]:gap-1 sm:gap-4">
        <SmallControl icon={Settings} label="Settings" onClick={onSettings} className="max-sm:hidden" />
        <SmallControl
          icon={muted ? MicOff : Mic}
          label={muted ? 'Unmute' : 'Mute'}
          pressed={muted}
          onClick={() => devices.setMuted(!muted)}
        />
        <SmallControl
          icon={choice.withCamera ? Video : VideoOff}
          label={choice.withCamera ? 'Camera off' : 'Camera on'}
          short="Camera"
          pressed={!choice.withCamera}
          disabled={withoutPicture}
          onClick={toggleCamera}
        />
      </div>
      {/* A pressed button is replaced by the one for the next step; the focus stays within this fieldset. */}
      <fieldset className="rounded-card">
        <legend className="sr-only">Recording</legend>
        <RecordControls {...props} />
      </fieldset>
      <div className="flex gap-1 sm:gap-4">
        <SmallControl icon={LogOut} label="End" onClick={onEnd} />
      </div>
    </div>
  )
}

function RecordControls({ recorder, starting, onRecord, onPause, onResume, onStop }: ControlsProps) {
  switch (recorder.name) {
    case 'recording':
    case 'paused': {
      const isPaused = recorder.name === 'paused'
      return (
        <div className="flex items-start gap-0.5 min-[24rem]:gap-2 sm:gap-4">
          <BigControl
            label={isPaused ? 'Resume' : 'Pause'}
            onClick={isPaused ? onResume : onPause}
            className="border-foreground bg-card text-foreground hover:bg-raised"
          >
            {isPaused ? <Play size={32} aria-hidden="true" /> : <Pause size={32} aria-hidden="true" />}
          </BigControl>
          <BigControl
            label="Stop"
            onClick={onStop}
            className="border-white bg-record text-white hover:brightness-110"
          >
            <Square size={28} fill="currentColor" aria-hidden="true" />
          </BigControl>
        </div>
      )
    }
    default:
      return (
        <BigControl
          label="Record"
          {...beginning(starting, onRecord)}
          className="border-white bg-record text-white hover:brightness-110"
        >
          {starting ? (
            <Spinner size={32} />
          ) : (
            <span className="size-7 rounded-full bg-white forced-colors:bg-[ButtonText]" />
          )}
        </BigControl>
      )
  }
}

type BigControlProps = Pick<ComponentProps<'button'>, 'aria-disabled' | 'onClick' | 'onKeyDown'> & {
  label: string
  className: string
  children: ReactNode
}

function BigControl({ label, className, children, ...rest }: BigControlProps) {
  return (
    <button type="button" {...rest} className="group flex flex-col items-center gap-1">
      <span
        className={cn(
          'flex size-16 items-center justify-center rounded-full border-4 transition-colors min-[24rem]:size-[4.5rem] sm:size-20',
          className,
        )}
      >
        {children}
      </span>
      <span className="text-sm font-bold sm:text-base">{label}</span>
    </button>
  )
}

type SmallControlProps = {
  icon: LucideIcon
  label: string
  /** The label where there is little room. */
  short?: string
  pressed?: boolean
  disabled?: boolean
  className?: string
  onClick: () => void
}

function SmallControl({
  icon: Icon,
  label,
  short,
  pressed,
  disabled = false,
  className,
  onClick,
}: SmallControlProps) {
  return (
    <button
      type="button"
      disabled={disabled}
      onClick={onClick}
      data-pressed={pressed}
      className={cn(
        'flex min-h-16 min-w-12 flex-col items-center justify-center gap-1 rounded-card px-0.5 text-sm min-[24rem]:min-w-14 min-[24rem]:px-1 hover:bg-foreground/8 disabled:opacity-45 data-[pressed=true]:bg-warn-tint data-[pressed=true]:text-warn sm:min-w-20',
        className,
      )}
    >
      <Icon size={28} aria-hidden="true" />
      {short ? (
        <span className="sm:hidden" aria-hidden="true">
          {short}
        </span>
      ) : null}
      <span className={short ? 'max-sm:sr-only' : undefined}>{label}</span>
    </button>
  )
}
