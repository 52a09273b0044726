/**
 * The layers above a page: the dimmed backdrop, and the sheet in the middle of a large screen or at the bottom of a phone. Both have
 * the same z-index, so that a question about a dialog dims the dialog, too. The scroll padding keeps a focused field's label in sight.
 */
export const overlayStyle = 'fixed inset-0 z-50 bg-black/55 data-[state=open]:animate-appear'
export const sheetStyle =
  'fixed inset-x-0 bottom-0 z-50 flex max-h-[92dvh] flex-col gap-6 scroll-py-16 overflow-y-auto rounded-t-[20px] bg-raised p-6 pb-[max(1.5rem,env(safe-area-inset-bottom))] shadow-card data-[state=open]:animate-appear sm:inset-auto sm:top-1/2 sm:left-1/2 sm:w-[calc(100vw-3rem)] sm:-translate-x-1/2 sm:-translate-y-1/2 sm:rounded-[20px] sm:p-8'
