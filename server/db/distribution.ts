/**
 * How the tables would be laid out on a database of many machines (docs/scaling.md, step 8). Every table with a `user_id` is
 * distributed by it unless it is named here; `distribution.test.ts` checks what such a database requires.
 */

/** Copied to every machine, so that rows of any family may refer to them. */
export const referenceTables: Record<string, string> = {
  'app.plan_limits': 'a few rows that every family’s limits are read from',
  'public.profiles':
    'one short row a person; families refer to people of other families, who share and comment',
  'public.prompts': 'official and published questions are everybody’s; a person’s own are few',
  'public.playlists': 'lists of such questions, published like them',
  'public.playlist_prompts': 'what stands in these lists',
}

/** Kept on one machine, because no distributed table refers to them. */
export const localTables: Record<string, string> = {
  'app.rate_limits': 'counters of minutes, by address or account',
  'app.restorations': 'which transactions restore just now',
  'app.storage_deletions': 'what is still to be removed from the store, emptied by a job',
  'app.stripe_events': 'which messages of Stripe were heard',
}

/** Whole schemas that stay on one machine. */
export const localSchemas: Record<string, string> = {
  auth: 'accounts: small, found by address or token and not by family, and replaceable by another service',
  graphile_worker: 'the queue is the library’s own',
  kinora: 'which migrations were made, and when the last backup was',
}

/**
 * Indexes that are unique over all families although their tables are distributed. There, each would become an ordinary index whose
 * search asks every machine, or would get a reference table that leads from the value to the family.
 */
export const uniqueOverAll: Record<string, string> = {
  'public.public_profiles_by_token':
    'the hash of 256 random bits: alike by itself; read by visitors who know no family',
  'public.push_devices_endpoint': 'one browser is one person’s: whoever signs in there next takes it over',
  'public.subscriptions_of_customer': 'Stripe names its customer, not the family',
  'public.weekly_question_mails_by_token': 'the hash of 256 random bits, in an address that a mail comes to',
  'public.weekly_question_mails_by_answer': 'the same mail answered twice makes one story',
}

/**
 * Foreign keys from one family’s row to another’s, by table and constraint. There, they would be dropped, and a job would do their
 * work.
 */
export const acrossFamilies: Record<string, string> = {
  'public.notices.notices_owner_id_story_id_fkey':
    'news lie with whoever hears them, and tell of a story of whoever shared it',
  'public.notices.notices_owner_id_storybook_id_fkey': 'the same of a book',
  'public.notices.notices_owner_id_member_id_fkey': 'the same of a person',
}
