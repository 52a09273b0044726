import { accountRoutes } from './features/account/account.routes.ts'
import { accountEndRoutes } from './features/archive/account-end.routes.ts'
import { archiveRoutes } from './features/archive/archive.routes.ts'
import { trashRoutes } from './features/archive/trash.routes.ts'
import { billingRoutes } from './features/billing/billing.routes.ts'
import { captionsRoutes } from './features/captions/captions.routes.ts'
import { commentsRoutes } from './features/comments/comments.routes.ts'
import { enginesRoutes } from './features/engines/engines.routes.ts'
import { familyRoutes } from './features/family/family.routes.ts'
import { familyMembersRoutes } from './features/family-members/family-members.routes.ts'
import { fixityRoutes } from './features/fixity/fixity.routes.ts'
import { helpRoutes } from './features/help/help.routes.ts'
import { mediaRoutes } from './features/media/media.routes.ts'
import { noticesRoutes } from './features/notices/notices.routes.ts'
import { communityRoutes } from './features/prompts/community.routes.ts'
import { promptsRoutes } from './features/prompts/prompts.routes.ts'
import { publicLinksRoutes, publicStoriesRoutes } from './features/public-links/public-links.routes.ts'
import { publicProfileRoutes } from './features/public-profile/public-profile.routes.ts'
import { recordingLinksRoutes } from './features/recording-links/recording-links.routes.ts'
import { recordingsRoutes } from './features/recordings/recordings.routes.ts'
import { searchRoutes } from './features/search/search.routes.ts'
import { sharingRoutes } from './features/sharing/sharing.routes.ts'
import { storiesRoutes } from './features/stories/stories.routes.ts'
import { storyProposalsRoutes } from './features/story-proposals/story-proposals.routes.ts'
import { bookChaptersRoutes } from './features/storybooks/chapters/chapters.routes.ts'
import { storybookExportsRoutes } from './features/storybooks/exports.routes.ts'
import { bookPicturesRoutes } from './features/storybooks/pictures/pictures.routes.ts'
import { storybooksRoutes } from './features/storybooks/storybooks.routes.ts'
import { suggestionsRoutes } from './features/suggestions/suggestions.routes.ts'
import { ownKeyRoutes } from './features/transcripts/own-key.routes.ts'
import { transcriptsRoutes } from './features/transcripts/transcripts.routes.ts'
import { weeklyQuestionsRoutes } from './features/weekly-questions/weekly-questions.routes.ts'
import type { Services } from './services.ts'

/** The handlers of all procedures of the contract except `live.changes`, which has a route of its own: one line a feature. */
export function createRouter(services: Services) {
  return {
    account: accountRoutes(services),
    billing: billingRoutes(services),
    accountEnd: accountEndRoutes(services),
    archive: archiveRoutes(services),
    captions: captionsRoutes(services),
    comments: commentsRoutes(services),
    engines: enginesRoutes(services),
    fixity: fixityRoutes(services),
    community: communityRoutes(services),
    family: familyRoutes(services),
    familyMembers: familyMembersRoutes(services),
    help: helpRoutes(services),
    media: mediaRoutes(services),
    notices: noticesRoutes(services),
    prompts: promptsRoutes(services),
    publicLinks: publicLinksRoutes(services),
    publicStories: publicStoriesRoutes(services),
    publicProfile: publicProfileRoutes(services),
    recordingLinks: recordingLinksRoutes(services),
    recordings: recordingsRoutes(services),
    sharing: sharingRoutes(services),
    search: searchRoutes(services),
    stories: storiesRoutes(services),
    storyProposals: storyProposalsRoutes(services),
    bookChapters: bookChaptersRoutes(services),
    bookPictures: bookPicturesRoutes(services),
    storybookExports: storybookExportsRoutes(services),
    storybooks: storybooksRoutes(services),
    suggestions: suggestionsRoutes(services),
    ownKey: ownKeyRoutes(services),
    transcripts: transcriptsRoutes(services),
    trash: trashRoutes(services),
    weeklyQuestions: weeklyQuestionsRoutes(services),
  }
}

export type AppRouter = ReturnType<typeof createRouter>
