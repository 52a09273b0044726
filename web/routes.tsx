import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from '@tanstack/react-router'
import { ErrorPage } from './pages/error-page.tsx'
import {
  readBillingSearch,
  readBookSearch,
  readEnhanceSearch,
  readNewStorybookSearch,
  readNewStorySearch,
  readPromptsSearch,
  readRecapSearch,
  readSearchQuestion,
  readSharingSearch,
  readStoryPlace,
  readStudioSearch,
  readTokenSearch,
  readWriteSearch,
} from './pages/search.ts'
import { PageSpinner } from './ui/spinner.tsx'

const openedAt = document.location.pathname

const root = createRootRoute({
  notFoundComponent: lazyRouteComponent(() => import('./pages/not-found-page.tsx'), 'NotFoundPage'),
})
const at = { getParentRoute: () => root }

const app = createRoute({
  ...at,
  path: 'app',
  component: lazyRouteComponent(() => import('./shell/app-shell.tsx'), 'AppShell'),
})
const inApp = { getParentRoute: () => app }

// One line per page. Every page is a chunk of its own, loaded when somebody goes there.
// biome-ignore format: one line per page reads as a table
const appPages = app.addChildren([
  createRoute({ ...inApp, path: '/', component: lazyRouteComponent(() => import('./pages/dashboard-page.tsx'), 'DashboardPage') }),
  createRoute({ ...inApp, path: 'stories', validateSearch: readNewStorySearch, component: lazyRouteComponent(() => import('./pages/stories-page.tsx'), 'StoriesPage') }),
  createRoute({ ...inApp, path: 'stories/$storyId', validateSearch: readStoryPlace, component: lazyRouteComponent(() => import('./pages/story-page.tsx'), 'StoryPage') }),
  createRoute({ ...inApp, path: 'stories/$storyId/upload', component: lazyRouteComponent(() => import('./pages/upload-page.tsx'), 'UploadPage') }),
  createRoute({ ...inApp, path: 'stories/$storyId/journal', component: lazyRouteComponent(() => import('./pages/journal-page.tsx'), 'JournalPage') }),
  createRoute({ ...inApp, path: 'storybooks', validateSearch: readNewStorybookSearch, component: lazyRouteComponent(() => import('./pages/storybooks-page.tsx'), 'StorybooksPage') }),
  createRoute({ ...inApp, path: 'storybooks/$storybookId', validateSearch: readBookSearch, component: lazyRouteComponent(() => import('./pages/storybook-page.tsx'), 'StorybookPage') }),
  createRoute({ ...inApp, path: 'prompts', validateSearch: readPromptsSearch, component: lazyRouteComponent(() => import('./pages/prompts-page.tsx'), 'PromptsPage') }),
  createRoute({ ...inApp, path: 'prompts/playlists/$playlistId', component: lazyRouteComponent(() => import('./pages/playlist-page.tsx'), 'PlaylistPage') }),
  createRoute({ ...inApp, path: 'session-recap', validateSearch: readRecapSearch, component: lazyRouteComponent(() => import('./pages/recap-page.tsx'), 'RecapPage') }),
  createRoute({ ...inApp, path: 'reminisce', validateSearch: readRecapSearch, component: lazyRouteComponent(() => import('./pages/recap-page.tsx'), 'RecapPage') }),
  createRoute({ ...inApp, path: 'family', component: lazyRouteComponent(() => import('./pages/family-page.tsx'), 'FamilyPage') }),
  createRoute({ ...inApp, path: 'family/$memberId', component: lazyRouteComponent(() => import('./pages/person-page.tsx'), 'PersonPage') }),
  createRoute({ ...inApp, path: 'labs', component: lazyRouteComponent(() => import('./pages/labs-page.tsx'), 'LabsPage') }),
  createRoute({ ...inApp, path: 'labs/enhance', validateSearch: readEnhanceSearch, component: lazyRouteComponent(() => import('./pages/enhance-page.tsx'), 'EnhancePage') }),
  createRoute({ ...inApp, path: 'labs/timeline', component: lazyRouteComponent(() => import('./pages/timeline-page.tsx'), 'TimelinePage') }),
  createRoute({ ...inApp, path: 'search', validateSearch: readSearchQuestion, component: lazyRouteComponent(() => import('./pages/search-page.tsx'), 'SearchPage') }),
  createRoute({ ...inApp, path: 'profile', component: lazyRouteComponent(() => import('./pages/profile-page.tsx'), 'ProfilePage') }),
  createRoute({ ...inApp, path: 'sharing-options', validateSearch: readSharingSearch, component: lazyRouteComponent(() => import('./pages/sharing-options-page.tsx'), 'SharingOptionsPage') }),
  createRoute({ ...inApp, path: 'shared', component: lazyRouteComponent(() => import('./pages/shared-page.tsx'), 'SharedPage') }),
  createRoute({ ...inApp, path: 'trash', component: lazyRouteComponent(() => import('./pages/trash-page.tsx'), 'TrashPage') }),
  createRoute({ ...inApp, path: 'help', validateSearch: readSearchQuestion, component: lazyRouteComponent(() => import('./pages/help-page.tsx'), 'HelpPage') }),
  createRoute({ ...inApp, path: 'help/$article', component: lazyRouteComponent(() => import('./pages/help-article-page.tsx'), 'HelpArticlePage') }),
  createRoute({ ...inApp, path: 'billing', validateSearch: readBillingSearch, component: lazyRouteComponent(() => import('./pages/billing-page.tsx'), 'BillingPage') }),
  createRoute({ ...inApp, path: 'settings', component: lazyRouteComponent(() => import('./pages/settings-page.tsx'), 'SettingsPage') }),
])

// biome-ignore format: one line per page reads as a table
const tree = root.addChildren([
  appPages,
  createRoute({ ...at, path: 'app/write', validateSearch: readWriteSearch, component: lazyRouteComponent(() => import('./pages/write-page.tsx'), 'WriteRoute') }),
  createRoute({ ...at, path: 'app/labs/voice', component: lazyRouteComponent(() => import('./pages/voice-page.tsx'), 'VoiceRoute') }),
  createRoute({ ...at, path: 'app/studio', validateSearch: readStudioSearch, component: lazyRouteComponent(() => import('./pages/studio-page.tsx'), 'StudioRoute') }),
  createRoute({ ...at, path: '/', beforeLoad: leaveForLandingPage }),
  createRoute({ ...at, path: 's/$token', component: lazyRouteComponent(() => import('./pages/public-story-page.tsx'), 'PublicStoryPage') }),
  createRoute({ ...at, path: 'p/$token', component: lazyRouteComponent(() => import('./pages/public-profile-page.tsx'), 'PublicProfilePage') }),
  createRoute({ ...at, path: 'invitation/$token', component: lazyRouteComponent(() => import('./pages/invitation-page.tsx'), 'InvitationPage') }),
  createRoute({ ...at, path: 'login', component: lazyRouteComponent(() => import('./pages/login-page.tsx'), 'LoginPage') }),
  createRoute({ ...at, path: 'forgot-password', component: lazyRouteComponent(() => import('./pages/forgot-password-page.tsx'), 'ForgotPasswordPage') }),
  createRoute({ ...at, path: 'auth/new-password', component: lazyRouteComponent(() => import('./pages/new-password-page.tsx'), 'NewPasswordPage') }),
  createRoute({ ...at, path: 'auth/confirm', validateSearch: readTokenSearch, component: lazyRouteComponent(() => import('./pages/confirm-page.tsx'), 'ConfirmPage') }),
  createRoute({ ...at, path: 'auth/return', component: lazyRouteComponent(() => import('./pages/return-page.tsx'), 'ReturnPage') }),
  createRoute({ ...at, path: 'weekly-question', component: lazyRouteComponent(() => import('./pages/weekly-question-page.tsx'), 'WeeklyQuestionPage') }),
  createRoute({ ...at, path: 'unsubscribe', component: lazyRouteComponent(() => import('./pages/unsubscribe-page.tsx'), 'UnsubscribePage') }),
  createRoute({ ...at, path: 'record/$sessionId', component: lazyRouteComponent(() => import('./pages/record-page.tsx'), 'RecordPage') }),
  shortPath('stories'),
  shortPath('stories/$'),
  shortPath('storybooks'),
  shortPath('storybooks/$'),
  shortPath('prompts'),
  shortPath('billing'),
  shortPath('settings'),
])

export const router = createRouter({
  routeTree: tree,
  defaultPreload: 'intent',
  defaultPendingComponent: PageSpinner,
  defaultErrorComponent: ErrorPage,
  notFoundMode: 'root',
  scrollRestoration: true,
})

/** Redirects the specification's short paths to the pages, which live below /app (decision 1). */
function shortPath<const Path extends string>(path: Path) {
  return createRoute({
    ...at,
    path,
    beforeLoad: ({ location }) => {
      throw redirect({ href: `/app${location.href}`, replace: true })
    },
  })
}

/**
 * The landing page is a document of its own, reached by a full page load. If this app itself was opened at /,
 * the server could not be reached and the device's offline copy answered; then this leads into the app.
 */
function leaveForLandingPage(): void {
  if (openedAt === '/') throw redirect({ to: '/app', replace: true })
  throw redirect({ href: '/', reloadDocument: true })
}

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
