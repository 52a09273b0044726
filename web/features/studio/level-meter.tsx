import { useEffect, useRef } from 'react'
import { createLevelMeter, type LevelStep, levelStep } from '../../recorder/capture/level.ts'
import { cn } from '../../ui/cn.ts'

const updateMs = 80
/** A room is never perfectly silent: if not even noise is heard for this long, the microphone is switched off or not the right one. */
const silentMs = 10_000

/** The microphone's loudness as a bar that follows the voice. Its colour and words change with the level. */
export function LevelMeter({ stream, muted, onSilence, className }: LevelMeterProps) {
  const meter = useRef<HTMLDivElement>(null)
  const bar = useRef<HTMLDivElement>(null)

  // Written straight to the elements: rendering twelve times a second would be too much.
  useEffect(() => {
    if (stream === null) return
    const source = createLevelMeter(stream)
    let heardAt = performance.now()
    const timer = setInterval(() => {
      const heard = muted ? null : source.read()
      if (heard !== 0) heardAt = performance.now()
      onSilence?.(performance.now() - heardAt > silentMs)
      const level = heard ?? 0
      const step = levelStep(level)
      bar.current?.style.setProperty('scale', `${level / 100} 1`)
      bar.current?.setAttribute('data-step', step)
      meter.current?.setAttribute('aria-valuenow', String(level))
      meter.current?.setAttribute('aria-valuetext', muted ? 'muted' : stepWords[step])
    }, updateMs)
    return () => {
      clearInterval(timer)
      source.close()
      onSilence?.(false)
    }
  }, [stream, muted, onSilence])

  return (
    // biome-ignore lint/a11y/useSemanticElements: browsers do not let a meter element be drawn as a moving bar
    <div
      ref={meter}
      role="meter"
      aria-label="Microphone level"
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={0}
      className={cn('h-3 w-full overflow-hidden rounded-full border border-edge bg-card', className)}
    >
      <div
        ref={bar}
        data-step="quiet"
        className="h-full w-full origin-left scale-x-0 bg-primary-dark transition-[scale] duration-75 data-[step=good]:bg-accent data-[step=loud]:bg-record forced-colors:bg-[Highlight]! rtl:origin-right"
      />
    </div>
  )
}

type LevelMeterProps = {
  stream: MediaStream | null
  muted?: boolean
  /** Called repeatedly with whether nothing at all has come from the microphone for a while. */
  onSilence?: (silent: boolean) => void
  className?: string
}

const stepWords: Record<LevelStep, string> = { quiet: 'quiet', good: 'good', loud: 'very loud' }
