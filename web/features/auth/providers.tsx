import { Button } from '../../ui/button.tsx'

/** Other ways in. They stay closed until whoever runs this Kinora sets them up. */
export function Providers() {
  return (
    <div className="flex flex-col gap-3">
      {['Google', 'iCloud'].map((name) => (
        <Button key={name} variant="outline" className="w-full justify-between" disabled>
          <span>Continue with {name}</span>
          <span className="text-sm font-normal">Coming soon!</span>
        </Button>
      ))}
    </div>
  )
}
