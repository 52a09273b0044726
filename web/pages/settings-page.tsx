import { ActivitySection } from '../features/auth/security/activity-section.tsx'
import { DevicesSection } from '../features/auth/security/devices-section.tsx'
import { TwoFactorSection } from '../features/auth/security/two-factor-section.tsx'
import { WaysInSection } from '../features/auth/security/ways-in-section.tsx'
import { EnginesSection } from '../features/engines/engines-section.tsx'
import { WeeklyQuestionSection } from '../features/prompts/weekly-question-section.tsx'
import { PageHeader } from '../ui/page-header.tsx'

/** How the account is opened, and by whom. */
export function SettingsPage() {
  return (
    <>
      <title>Settings · Kinora</title>
      <PageHeader title="Settings" subtitle="How your account is opened, and how it is kept yours." />
      <div className="flex max-w-[760px] flex-col gap-12">
        <WaysInSection />
        <TwoFactorSection />
        <DevicesSection />
        <ActivitySection />
        <WeeklyQuestionSection />
        <EnginesSection />
      </div>
    </>
  )
}
