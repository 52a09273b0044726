import { join } from 'node:path'
import { accountJobs } from './accounts.ts'
import type { AuthService } from './auth/create-auth.ts'
import { archiveJobs } from './features/archive/run-archive-jobs.ts'
import { billingJobs } from './features/billing/billing.jobs.ts'
import { captionJobs } from './features/captions/hear-window.ts'
import { fixityJobs } from './features/fixity/fixity.ts'
import { mediaJobs } from './features/media/media.jobs.ts'
import { noticeJobs } from './features/notices/notices.jobs.ts'
import { recordingJobs } from './features/recordings/finalise.ts'
import { storyJobs } from './features/stories/stories.jobs.ts'
import { readingJobs } from './features/story-proposals/read-story.ts'
import { chapterJobs } from './features/storybooks/chapters/write-chapter.ts'
import { storybookJobs } from './features/storybooks/make-export.ts'
import { pictureJobs } from './features/storybooks/pictures/draw-page.ts'
import { suggestionJobs } from './features/suggestions/look-through.ts'
import { transcriptJobs } from './features/transcripts/transcribe.ts'
import { uploadJobs } from './features/uploads/process-upload.ts'
import { weeklyQuestionJobs } from './features/weekly-questions/weekly-questions.jobs.ts'
import type { JobHandler } from './jobs/job.ts'
import { mailJobs } from './mail/mail.ts'
import { createMailTransport } from './mail/transport.ts'
import { findMediaTool } from './media/find-media-tool.ts'
import type { Services } from './services.ts'
import { smsJobs } from './sms/sms.ts'
import { createSmsTransport } from './sms/transport.ts'

/** The handlers of all queued jobs, one line a feature. */
export function createJobHandlers(services: Services, auth: AuthService): JobHandler[] {
  const { smtpUrl, mailFrom, dataDir, sms } = services.env
  const outbox = join(dataDir, 'outbox')
  const transport = createMailTransport({ smtpUrl, from: mailFrom, outbox })
  const tool = findMediaTool()
  return [
    ...accountJobs(auth),
    ...billingJobs(services),
    ...captionJobs(services),
    ...mailJobs(transport, services.secrets),
    ...smsJobs(createSmsTransport({ provider: sms, outbox }), services.secrets),
    ...archiveJobs(services),
    ...fixityJobs(services),
    ...mediaJobs(services),
    ...noticeJobs(services),
    ...recordingJobs(services, () => tool),
    ...storyJobs(services),
    ...readingJobs(services),
    ...suggestionJobs(services),
    ...chapterJobs(services),
    ...pictureJobs(services),
    ...storybookJobs(services, () => tool),
    ...transcriptJobs(services),
    ...uploadJobs(services, () => tool),
    ...weeklyQuestionJobs(services),
  ]
}
