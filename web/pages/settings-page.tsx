import { ActivitySection } from '../features/auth/security/activity-section.tsx'
import { deviceWords } from '../features/auth/security/device-words.ts'
import { DevicesSection } from '../features/auth/security/devices-section.tsx'
import { TwoFactorSection } from '../features/auth/security/two-factor-section.tsx'
import { useAccount } from '../features/auth/security/use-account.ts'
import { WaysInSection } from '../features/auth/security/ways-in-section.tsx'
import { EnginesSection } from '../features/engines/engines-section.tsx'
import { NoticesSection } from '../features/notices/notices-section.tsx'
import { DatesSection } from '../features/preferences/dates-section.tsx'
import { AskName } from '../features/profile/ask-name.tsx'
import { WeeklyQuestionSection } from '../features/prompts/weekly-question-section.tsx'
import { PublicProfileSection } from '../features/public-profile/public-profile-section.tsx'
import { useDateFormat } from '../lib/date-format.ts'
import { PageHeader } from '../ui/page-header.tsx'
import { AccountEndSections } from './account-end-sections.tsx'
import { OperatorSettings } from './operator-settings.tsx'
import { SettingsContents } from './settings-contents.tsx'

/** The settings of the account. */
export function SettingsPage() {
  // Subscribes to the date format: choosing another one here re-renders every date on this page.
  useDateFormat()
  const hasAddress = Boolean(useAccount().email)
  return (
    <>
      <title>Settings · Kinora</title>
      <PageHeader
        title="Settings"
        subtitle="How your account is opened, how Kinora reaches you, and what others see."
        action={<SettingsContents />}
      />
      <div className="flex max-w-[47.5rem] flex-col gap-12">
        <WaysInSection />
        <TwoFactorSection />
        <DevicesSection />
        <ActivitySection />
        <NoticesSection deviceName={deviceWords(navigator.userAgent).name} hasAddress={hasAddress} />
        <WeeklyQuestionSection hasAddress={hasAddress} />
        <PublicProfileSection name={<AskName />} />
        <DatesSection />
        <EnginesSection />
        <OperatorSettings />
        <AccountEndSections />
      </div>
    </>
  )
}
