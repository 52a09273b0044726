import { accountContract } from '#contract/account.ts'
import { archiveContract } from '#contract/archive.ts'
import { accountEndContract } from '#contract/archive-account.ts'
import { trashContract } from '#contract/archive-trash.ts'
import { billingContract } from '#contract/billing.ts'
import { bookChaptersContract } from '#contract/book-chapters.ts'
import { bookPicturesContract } from '#contract/book-pictures.ts'
import { captionsContract } from '#contract/captions.ts'
import { commentsContract } from '#contract/comments.ts'
import { communityContract } from '#contract/community.ts'
import { enginesContract } from '#contract/engines.ts'
import { familyContract } from '#contract/family.ts'
import { familyMembersContract } from '#contract/family-members.ts'
import { fixityContract } from '#contract/fixity.ts'
import { helpContract } from '#contract/help.ts'
import { liveContract } from '#contract/live.ts'
import { mediaContract } from '#contract/media.ts'
import { noticesContract } from '#contract/notices.ts'
import { ownKeyContract } from '#contract/own-key.ts'
import { promptsContract } from '#contract/prompts.ts'
import { publicLinksContract, publicStoriesContract } from '#contract/public-links.ts'
import { publicProfileContract } from '#contract/public-profile.ts'
import { recordingLinksContract } from '#contract/recording-links.ts'
import { recordingsContract } from '#contract/recordings.ts'
import { searchContract } from '#contract/search.ts'
import { sharingContract } from '#contract/sharing.ts'
import { storiesContract } from '#contract/stories.ts'
import { storyProposalsContract } from '#contract/story-proposals.ts'
import { storybookExportsContract } from '#contract/storybook-exports.ts'
import { storybooksContract } from '#contract/storybooks.ts'
import { suggestionsContract } from '#contract/suggestions.ts'
import { transcriptsContract } from '#contract/transcripts.ts'
import { weeklyQuestionsContract } from '#contract/weekly-questions.ts'

/** Everything that the web app and the server agree on, one feature a line. */
export const contract = {
  account: accountContract,
  billing: billingContract,
  accountEnd: accountEndContract,
  archive: archiveContract,
  captions: captionsContract,
  bookChapters: bookChaptersContract,
  bookPictures: bookPicturesContract,
  comments: commentsContract,
  community: communityContract,
  family: familyContract,
  engines: enginesContract,
  fixity: fixityContract,
  familyMembers: familyMembersContract,
  help: helpContract,
  live: liveContract,
  media: mediaContract,
  notices: noticesContract,
  ownKey: ownKeyContract,
  prompts: promptsContract,
  publicLinks: publicLinksContract,
  publicStories: publicStoriesContract,
  publicProfile: publicProfileContract,
  recordingLinks: recordingLinksContract,
  recordings: recordingsContract,
  sharing: sharingContract,
  search: searchContract,
  stories: storiesContract,
  storyProposals: storyProposalsContract,
  storybookExports: storybookExportsContract,
  storybooks: storybooksContract,
  suggestions: suggestionsContract,
  transcripts: transcriptsContract,
  trash: trashContract,
  weeklyQuestions: weeklyQuestionsContract,
}
export type Contract = typeof contract
