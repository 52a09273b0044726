import { DeleteAccountSection } from '../features/archive/delete-account-section.tsx'
import { ExportSection } from '../features/archive/export-section.tsx'
import { ImportSection } from '../features/archive/import-section.tsx'
import { auth } from '../features/auth/auth-client.ts'
import { sentenceOfAccount } from '../features/auth/auth-failure.ts'
import { useAccount } from '../features/auth/security/use-account.ts'
import { FixitySection } from '../features/fixity/fixity-section.tsx'
import { toastSuccess } from '../ui/toast.tsx'
import { useLeaveHere } from './use-leave-here.ts'

/** The account as a whole: the integrity of what it keeps, export, import, and deletion. */
export function AccountEndSections() {
  const leave = useLeaveHere()
  const isCodeMailed = Boolean(useAccount().email_confirmed_at)
  const sendCode = async (): Promise<string | null> => {
    const { error } = await auth.reauthenticate()
    return error === null ? null : sentenceOfAccount(error)
  }
  const goodbye = async () => {
    await leave()
    toastSuccess('Your account will be deleted', 'Log in within 30 days to keep it.')
  }
  return (
    <>
      {/* The target of the link in the mail about damaged files. */}
      <div id="fixity" className="scroll-mt-6">
        <FixitySection />
      </div>
      {/* The target of the link in the mail about a finished archive. */}
      <div id="export" className="scroll-mt-6">
        <ExportSection />
      </div>
      <ImportSection />
      <DeleteAccountSection sendCode={sendCode} isCodeMailed={isCodeMailed} onRequested={goodbye} />
    </>
  )
}
