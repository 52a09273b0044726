/** The look that shows each page of the web app, by the page's path in web/routes.tsx. */
export const routeLooks: Record<string, string> = {
  '/app': 'dashboard',
  '/app/stories': 'stories',
  '/app/stories/$storyId': 'story-summary',
  '/app/stories/$storyId/upload': 'upload',
  '/app/stories/$storyId/journal': 'journal',
  '/app/storybooks': 'storybooks',
  '/app/storybooks/$storybookId': 'storybook',
  '/app/prompts': 'prompts-mine',
  '/app/prompts/playlists/$playlistId': 'prompts-playlist',
  '/app/session-recap': 'recap',
  '/app/reminisce': 'reminisce',
  '/app/family': 'family-tree',
  '/app/family/$memberId': 'family-person',
  '/app/labs': 'labs',
  '/app/labs/enhance': 'labs-enhance',
  '/app/labs/timeline': 'labs-timeline',
  '/app/labs/voice': 'labs-voice',
  '/app/search': 'search',
  '/app/profile': 'profile',
  '/app/sharing-options': 'sharing-options',
  '/app/shared': 'shared-with-me',
  '/app/trash': 'trash',
  '/app/help': 'help',
  '/app/help/$article': 'help-article',
  '/app/billing': 'billing',
  '/app/settings': 'settings',
  '/app/write': 'write',
  '/app/studio': 'studio-start',
  '/s/$token': 'public-story',
  '/p/$token': 'public-profile',
  '/invitation/$token': 'invitation-unknown',
  '/login': 'sign-up',
  '/forgot-password': 'forgot-password',
  '/auth/new-password': 'new-password',
  '/auth/confirm': 'confirm',
  '/auth/return': 'return-refused',
  '/weekly-question': 'weekly-question-unknown',
  '/unsubscribe': 'mails-about-news',
  '/record/$sessionId': 'phone-room',
}

/** The path of a look's page, with `$storyId` matching anything; undefined for a look whose page another look already shows. */
export function pathOf(look: string): RegExp | undefined {
  const path = Object.keys(routeLooks).find((route) => routeLooks[route] === look)
  return path === undefined ? undefined : new RegExp(`^${path.replaceAll(/\$\w+/g, '[^/]+')}$`)
}
