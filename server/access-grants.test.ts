import { expect, test } from 'vitest'
import { createTestDatabase } from './testing/database.ts'

/*
 * The grants of each database role, besides the policies that access-matrix.test.ts covers: which security-definer functions it may
 * call, and where it may write or read only some columns of a table. Those functions look across families and change plans and
 * counters, and such columns say who hid something or how much was used. A grant given by mistake is not exploitable by itself, but
 * it would be through the first fault in the code above.
 */
const { asOwner } = await createTestDatabase()

const callable = `
nobody:
  add_job begin_restoring close_for_good count_ai_page end_restoring forget_elsewhere name_of_person note_news public_name
  publications_of resource_title
anon:
  read_public_profile
anon authenticated:
  read_invitation
authenticated:
  accept_invitation close_account drop_portrait hide_in_community in_drawn_book in_shared_book is_shared_portrait
  keep_account keep_push_device person_role put_portrait recording_role reported_in_community resource_role
  stories_in_book storybook_role
authenticated kinora_auth kinora_link kinora_recorder kinora_worker:
  has_begun_restoring
authenticated kinora_auth kinora_link kinora_worker:
  enqueue
authenticated kinora_link:
  is_worked_on
authenticated kinora_search:
  search_hits search_hits_in_story similar_names
authenticated kinora_worker:
  account_with_email in_community_playlist is_drawn story_role
kinora_link:
  find_recording_link link_parts link_story link_story_begun link_story_kept link_story_to_begin
kinora_worker:
  archive_rows drifted_usage drop_damaged_copy due_deletions due_plans due_weekly_questions empty_deleted_comments
  empty_deleted_storybooks empty_notes_bin end_notice_mails erase_account expired_archives expired_stories
  expired_uploads fixity_due fixity_figures is_shown_besides job_figures last_backup_at lost_recordings
  lost_transcripts may_ask_for_payments owners_to_tell_of_damage recount_usage restore_profile restore_rows
  set_plan silent_recordings stories_awaiting_comparison take_news tell_operators_of_damage unpaid_plans user_of_stripe_customer
  weekly_mail_answered_at weekly_mail_at weekly_mail_of
`

/** The tables of which people and holders of a public link may write or read only some columns. */
const inPart = `
authenticated insert comments: at_ms author_id id recording_id story_id text user_id
authenticated insert community_reports: id playlist_id prompt_id reason user_id
authenticated insert playlists: description id name user_id
authenticated insert prompts: category copied_from id text user_id
authenticated insert shared_access: resource_id resource_type role shared_by_user_id shared_with_user_id user_id
authenticated insert storybook_chapters: request_id story_id storybook_id user_id
authenticated insert storybook_drawings: id page_id storybook_id user_id
authenticated insert storybooks: cover_media_id description id title user_id
authenticated insert weekly_questions: enabled hour time_zone user_id weekday
authenticated update archive_imports: received_bytes state
authenticated update comments: deleted_at text
authenticated update invitations: expires_at invited_by role token_hash
authenticated update playlist_prompts: position
authenticated update playlists: description name published_at version
authenticated update profiles: avatar_url bio date_format full_name location phone
authenticated update prompts: category copied_from published_at text version
authenticated update public_links: expires_at password_hash revoked_at
authenticated update public_profiles: shows_bio shows_location shows_picture
authenticated update shared_access: role
authenticated update story_proposals: decided_at decided_by family_member_id replaced reworded state text
authenticated update storybook_chapters: accepted failure proposed refused request_id state steps_done steps_total
authenticated update storybook_drawings: state
authenticated update storybook_pages: content edited position removed_at version
authenticated update storybook_stories: position
authenticated update storybooks: cover_media_id deleted_at description picture_style title version
authenticated update suggestions: decided_at decided_by group_id state
authenticated update weekly_questions: enabled hour time_zone weekday
kinora_reader select media: caption created_at duration_ms examined_at file_name height id kind mime_type position
  recording_id role sha256 size_bytes source_media_id state storage_key story_id user_id width
kinora_reader select public_links: expires_at id password_hash resource_id resource_type revoked_at story_id
  token_hash user_id
kinora_reader select recordings: duration_ms id kind mime_type original_media_id part started_at state story_id
  track_group user_id
kinora_reader select stories: created_at date deleted_at description duration id method speakers title user_id
kinora_reader select story_notes: id position story_id text timestamp user_id
kinora_reader select transcript_lines: end_ms id position reading speaker start_ms story_id text transcript_id user_id
kinora_reader select transcript_speakers: key merged_into name transcript_id user_id
kinora_reader select transcripts: id story_id user_id
`

/** One entry for each unindented line, together with the indented lines below it. */
const entriesOf = (text: string) =>
  text
    .trim()
    .split(/\n(?=\S)/)
    .map((entry) => entry.replace(/\s+/g, ' '))

test('functions with their owner’s rights are called by those alone who are named here', async () => {
  const { rows } = await asOwner(
    `select coalesce(nullif(roles, ''), 'nobody') || ': ' || string_agg(name, ' ' order by name) as entry
     from (
       select p.proname::text as name, array_to_string(array(
         select r.rolname from pg_roles r
         where (r.rolname = 'anon' or r.rolname = 'authenticated' or r.rolname like 'kinora\\_%') and not r.rolsuper
           and r.rolname not in ('kinora_owner') and has_function_privilege(r.oid, p.oid, 'execute')
         order by r.rolname), ' ') as roles
       from pg_proc p
       where p.prosecdef and p.prorettype <> 'trigger'::regtype
         and p.pronamespace in ('public'::regnamespace, 'app'::regnamespace, 'auth'::regnamespace)
     ) as functions
     group by roles order by 1`,
  )

  expect(rows.map(({ entry }) => entry).toSorted()).toEqual(entriesOf(callable).toSorted())
})

test('people write, and links show, these columns alone where a table is not theirs as a whole', async () => {
  const { rows } = await asOwner(
    `select role || ' ' || may || ' ' || relname || ': ' || string_agg(attname, ' ' order by attname) filter (where has) as entry
     from (values ('authenticated', 'insert'), ('authenticated', 'update'), ('kinora_reader', 'select')) given (role, may)
     cross join lateral (
       select c.relname, a.attname::text, has_column_privilege(role, c.oid, a.attnum, may) as has
       from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
       where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
     ) as columns
     group by role, may, relname having bool_or(has) and not bool_and(has)`,
  )

  expect(rows.map(({ entry }) => entry).toSorted()).toEqual(entriesOf(inPart).toSorted())
})
