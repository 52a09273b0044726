import { useReactFlow } from '@xyflow/react'
import { LocateFixed, Maximize, Minus, Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../../ui/button.tsx'

/** Buttons to zoom in and out, to show everything, and to go back to "you". */
export function ViewButtons({ onFit, onYou }: { onFit: () => void; onYou: () => void }) {
  const flow = useReactFlow()
  return (
    <div
      data-repeat
      className="absolute start-3 bottom-3 z-10 flex flex-col gap-1 rounded-full print:hidden low:flex-row border border-border bg-card p-1 shadow-card"
    >
      <ViewButton label="Zoom in" className="pointer-coarse:hidden" onPress={() => flow.zoomIn()}>
        <Plus aria-hidden="true" />
      </ViewButton>
      <ViewButton label="Zoom out" className="pointer-coarse:hidden" onPress={() => flow.zoomOut()}>
        <Minus aria-hidden="true" />
      </ViewButton>
      <ViewButton label="Show the whole family" onPress={onFit}>
        <Maximize aria-hidden="true" />
      </ViewButton>
      <ViewButton label="Go to you" onPress={onYou}>
        <LocateFixed aria-hidden="true" />
      </ViewButton>
    </div>
  )
}

type ViewButtonProps = { label: string; className?: string; onPress: () => void; children: ReactNode }

function ViewButton({ label, className, onPress, children }: ViewButtonProps) {
  return (
    <Button
      variant="ghost"
      size="icon"
      aria-label={label}
      title={label}
      onClick={onPress}
      {...(className ? { className } : {})}
    >
      {children}
    </Button>
  )
}
